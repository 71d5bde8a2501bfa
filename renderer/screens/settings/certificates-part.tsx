import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NetworkView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { answerKey, useAsk } from '../../state/data/calls.ts';
import { problemOf } from './use-network.ts';

type Props = { readonly files: NetworkView['caFiles'] };

/** Files of certificates to trust, and what is in them. */
export function CertificatesPart({ files }: Props) {
  const queries = useQueryClient();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const { inWindow } = useApp().connection;
  const paths = files.map(({ path }) => path);
  const save = useAsk('network.set', (view) => queries.setQueryData(answerKey('network.get'), view));
  const choose = useAsk('network.chooseCertificates', (chosen) => {
    if (chosen.length > 0) save.mutate({ caFiles: [...paths, ...chosen] });
  });
  const add = (): void => {
    const path = typed.trim();
    if (path === '' || save.isPending) return;
    save.mutate({ caFiles: [...paths, path] }, { onSuccess: () => setTyped('') });
  };
  return (
    <section className="settings-part" aria-labelledby="network-certificates">
      <h3 id="network-certificates">{t('settings.network.certificates')}</h3>
      <p className="settings-text">{t('settings.network.certificatesText')}</p>
      {files.length > 0 && (
        <ul className="file-list" aria-label={t('settings.network.certificates')}>
          {files.map(({ path, certificates, failure }) => (
            <li key={path}>
              <div className="file-line">
                <span className="wrap-anywhere" dir="auto">
                  {path}
                </span>
                <IconButton
                  icon="close"
                  label={t('settings.network.removeFile', { path })}
                  onClick={() => save.mutate({ caFiles: paths.filter((each) => each !== path) })}
                />
              </div>
              {certificates.map(({ name, validUntil }) => (
                <p key={`${name} ${validUntil}`} className="field-hint" dir="auto">
                  {t('settings.network.validUntil', { name, date: format.day(validUntil, Date.now()) })}
                </p>
              ))}
              {failure && <InlineFailure failure={failure} announce={false} />}
            </li>
          ))}
        </ul>
      )}
      <div className="input-line input-line-labelled">
        <TextField
          label={t('settings.network.addFile')}
          hint={t('settings.network.addFileHint')}
          dir="auto"
          error={save.error ? problemOf(save.error, 'caFiles').text : undefined}
          value={typed}
          onText={(path) => {
            setTyped(path);
            save.reset();
          }}
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
