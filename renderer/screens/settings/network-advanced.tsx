import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddressCheck, NetworkView } from '../../../preload/page.ts';
import { defaultTimeoutSeconds } from '../../logic/drafts/network-draft.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { Folded } from '../../parts/folded.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { useActiveAccount, useApp, useFormat } from '../../state/app-state.ts';
import { queryKeyOf, useCommand } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { SchedulePart } from './schedule-part.tsx';
import { Setting } from './setting.tsx';
import { SettingPart } from './settings-part.tsx';
import { type NetworkEntry, problemOf, savedOnBlur } from './use-network.ts';

type Props = { readonly view: NetworkView; readonly entry: NetworkEntry };

export function AdvancedNetwork({ view, entry }: Props) {
  return (
    <Folded title={t('accounts.advanced')} chips={advancedSettings(view)}>
      <div className="settings-form">
        {view.proxy.mode !== 'none' && <BypassField entry={entry} />}
        <Setting id="schedule">
          <SchedulePart entry={entry} />
        </Setting>
        <CertificatesPart files={view.caFiles} />
        <TimeoutField entry={entry} />
        <AddressCheckSection unsaved={entry.hasProblems} />
      </div>
    </Folded>
  );
}

/** Returns the names of the collapsed settings that differ from their defaults. */
function advancedSettings({ proxy, schedule, caFiles, connectTimeoutSeconds }: NetworkView): string[] {
  return [
    ...(proxy.bypass.length > 0 ? [t('settings.names.bypass')] : []),
    ...(schedule.length > 0 ? [t('settings.names.schedule')] : []),
    ...(caFiles.length > 0 ? [t('settings.names.certificates')] : []),
    ...(connectTimeoutSeconds === defaultTimeoutSeconds ? [] : [t('settings.names.timeout')]),
  ];
}

function TimeoutField({ entry }: { readonly entry: NetworkEntry }) {
  return (
    <Setting id="timeout">
      <TextField
        label={t('settings.names.timeout')}
        inputMode="numeric"
        value={entry.draft.timeout}
        onText={(timeout) => entry.change({ timeout })}
        {...savedOnBlur(entry, 'timeout', 'connectTimeoutSeconds')}
      />
    </Setting>
  );
}

function BypassField({ entry }: { readonly entry: NetworkEntry }) {
  return (
    <Setting id="bypass">
      <TextAreaField
        label={t('settings.names.bypass')}
        hint={t('settings.network.bypassHint')}
        error={entry.problemAt('proxy.bypass')}
        saved={entry.isSaved('proxy.bypass')}
        value={entry.draft.bypass}
        onText={(bypass) => entry.change({ bypass })}
        onBlur={() => entry.save('bypass', 'proxy.bypass')}
      />
    </Setting>
  );
}

function AddressCheckSection({ unsaved }: { readonly unsaved: boolean }) {
  const account = useActiveAccount();
  const [address, setAddress] = useState(account?.baseUrl ?? '');
  const check = useCommand('network.check');
  const submit = (): void => {
    if (address.trim() !== '' && !check.isPending) check.mutate({ address });
  };
  return (
    <SettingPart id="addressCheck">
      <p className="settings-text">{t('settings.network.checkText')}</p>
      <div className="input-line input-line-labelled">
        <TextField
          label={t('settings.network.address')}
          inputMode="url"
          value={address}
          onText={(text) => {
            setAddress(text);
            check.reset();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            submit();
          }}
        />
        <Button disabled={address.trim() === '' || check.isPending} onClick={submit}>
          {check.isPending ? t('settings.network.checking') : t('settings.network.checkButton')}
        </Button>
      </div>
      {unsaved && <p className="field-hint">{t('settings.network.unsaved')}</p>}
      {check.error && <InlineFailure error={check.error} />}
      {check.data && <AddressReachable view={check.data} />}
    </SettingPart>
  );
}

function AddressReachable({ view }: { readonly view: AddressCheck }) {
  const { address, proxy, status, problem } = view;
  const isOffline = useStore(useApp().waiting)?.code === 'core/offline';
  if (problem) {
    return (
      <InlineFailure
        failure={problem.failure}
        summary={t(`connection.parts.${problem.part}`)}
        hint={isOffline ? t('connection.offline') : undefined}
      />
    );
  }
  const statusText = String(status ?? 0);
  return (
    <Status>
      <p className="connection-good">
        <Icon name="check" />{' '}
        {proxy === null
          ? t('settings.network.reached', { address, status: statusText })
          : t('settings.network.reachedThrough', { address, proxy, status: statusText })}
      </p>
    </Status>
  );
}

type CertificatesPartProps = { readonly files: NetworkView['caFiles'] };

function CertificatesPart({ files }: CertificatesPartProps) {
  const queries = useQueryClient();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const { inWindow } = useApp().connection;
  const paths = files.map(({ path }) => path);
  const save = useCommand('network.set', (view) => queries.setQueryData(queryKeyOf('network.get'), view));
  const choose = useCommand('network.chooseCertificates', (chosen) => {
    if (chosen.length > 0) save.mutate({ caFiles: [...paths, ...chosen] });
  });
  const add = (): void => {
    const path = typed.trim();
    if (path === '' || save.isPending) return;
    save.mutate({ caFiles: [...paths, path] }, { onSuccess: () => setTyped('') });
  };
  return (
    <SettingPart id="certificates">
      <p className="settings-text">{t('settings.network.certificatesText')}</p>
      {files.length > 0 && (
        <ul className="file-list" aria-label={t('settings.names.certificates')}>
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
          error={save.error ? problemOf(save.error, 'caFiles').text() : undefined}
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
    </SettingPart>
  );
}
