import { useState } from 'react';
import type { NetworkView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';

type Props = {
  readonly paths: readonly string[];
  /** The files as they are now, of those that are saved. */
  readonly known: NetworkView['caFiles'];
  readonly onChange: (paths: readonly string[]) => void;
};

/** Files of certificates to trust; what is in them is shown once they are saved. */
export function CertificatesPart({ paths, known, onChange }: Props) {
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const { inWindow } = useApp().connection;
  const addAll = (more: readonly string[]): void => onChange([...new Set([...paths, ...more])]);
  const choose = useAsk('network.chooseCertificates', addAll);
  const add = (): void => {
    const path = typed.trim();
    if (path === '') return;
    addAll([path]);
    setTyped('');
  };
  return (
    <section className="settings-part" aria-labelledby="network-certificates">
      <h3 id="network-certificates">{t('settings.network.certificates')}</h3>
      <p className="settings-text">{t('settings.network.certificatesText')}</p>
      {paths.length > 0 && (
        <ul className="file-list" aria-label={t('settings.network.certificates')}>
          {paths.map((path) => {
            const file = known.find((each) => each.path === path);
            return (
              <li key={path}>
                <div className="file-line">
                  <span className="wrap-anywhere" dir="auto">
                    {path}
                  </span>
                  <IconButton
                    icon="close"
                    label={t('settings.network.removeFile', { path })}
                    onClick={() => onChange(paths.filter((each) => each !== path))}
                  />
                </div>
                {file?.certificates.map(({ name, validUntil }) => (
                  <p key={`${name} ${validUntil}`} className="field-hint" dir="auto">
                    {t('settings.network.validUntil', { name, date: format.day(validUntil, Date.now()) })}
                  </p>
                ))}
                {file?.failure && <InlineFailure failure={file.failure} announce={false} />}
              </li>
            );
          })}
        </ul>
      )}
      <div className="input-line input-line-labelled">
        <TextField
          label={t('settings.network.addFile')}
          hint={t('settings.network.addFileHint')}
          dir="auto"
          value={typed}
          onText={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={typed.trim() === ''} onClick={add}>
          {t('settings.network.add')}
        </Button>
        {inWindow && (
          <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
            {t('settings.network.chooseFile')}
          </Button>
        )}
      </div>
      {choose.error && <InlineFailure error={choose.error} />}
    </section>
  );
}
