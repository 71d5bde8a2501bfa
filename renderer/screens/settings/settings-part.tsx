import { type ReactNode, useId } from 'react';
import type { SettingId } from '../../logic/settings.ts';
import { t } from '../../messages.ts';
import { Setting } from './setting.tsx';

type Props = { readonly title: string; readonly children: ReactNode };

export function SettingsPart({ title, children }: Props) {
  const id = useId();
  return (
    <section className="settings-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Setting that consists of several fields. */
export function SettingPart({ id, children }: { readonly id: SettingId; readonly children: ReactNode }) {
  return (
    <Setting id={id}>
      <SettingsPart title={t(`settings.names.${id}`)}>{children}</SettingsPart>
    </Setting>
  );
}
