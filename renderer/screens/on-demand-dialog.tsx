import type { ComponentType } from 'react';
import { t } from '../messages.ts';
import { onDemand, PartFailure, type PendingPart } from '../parts/on-demand.tsx';
import { DoneDialog } from '../parts/overlays/dialog.tsx';

/** Returns a dialog whose code is loaded on demand. */
export function onDemandDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return onDemand(load, ({ isFailed, retry }) => (isFailed ? <DialogFailure retry={retry} /> : null));
}

function DialogFailure({ retry }: Pick<PendingPart, 'retry'>) {
  return (
    <DoneDialog title={t('common.notLoaded')} button={t('common.close')}>
      <PartFailure retry={retry} />
    </DoneDialog>
  );
}
