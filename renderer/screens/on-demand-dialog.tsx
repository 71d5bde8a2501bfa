import type { ComponentType } from 'react';
import { t } from '../messages.ts';
import { onDemand, PartFailure } from '../parts/on-demand.tsx';
import { DoneDialog } from '../parts/overlays/dialog.tsx';

export function onDemandDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return onDemand(load, (isFailed) => (isFailed ? <DialogFailure /> : null));
}

function DialogFailure() {
  return (
    <DoneDialog title={t('common.notLoaded')} button={t('common.close')}>
      <PartFailure />
    </DoneDialog>
  );
}
