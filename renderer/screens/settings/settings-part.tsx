import { type ReactNode, useId } from 'react';

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
