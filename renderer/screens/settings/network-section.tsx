import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddressCheck, NetworkView } from '../../../preload/page.ts';
import { awaitsAddress, networkDraft } from '../../logic/drafts/network-draft.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, options, SwitchField, TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { useActiveAccount, useApp, useFormat } from '../../state/app-state.ts';
import { queryKeyOf, useCallQuery, useCommand } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { SchedulePart } from './schedule-part.tsx';
import { SettingsPart } from './settings-part.tsx';
import { type NetworkEntry, problemOf, savedOnBlur, useNetwork } from './use-network.ts';

export function NetworkSection() {
  const answer = useCallQuery('network.get', {});
  if (answer.error) return <InlineFailure error={answer.error} announce={false} />;
  if (!answer.data) return <Loading />;
  return (
    <>
      <p className="settings-text">{t('settings.network.text')}</p>
      <NetworkStatus view={answer.data} />
      <NetworkFields view={answer.data} />
    </>
  );
}

function NetworkStatus({ view }: { readonly view: NetworkView }) {
  const format = useFormat();
  const { online, metered, waiting } = view.connection;
  const state = !online
    ? t('settings.network.offline')
    : metered === true
      ? t('settings.network.metered')
      : t('settings.network.online');
  const { bytesPerSecond, until } = view.currentLimit;
  const limit =
    bytesPerSecond === null
      ? t('settings.network.limitNone')
      : t('settings.network.limit', { speed: format.speed(bytesPerSecond) });
  return (
    <dl className="plain-facts">
      <dt>{t('settings.network.now')}</dt>
      <dd>
        {state}
        {waiting && <p className="quiet">{waiting.message}</p>}
      </dd>
      <dt>{t('settings.network.speed')}</dt>
      <dd>
        {limit}
        {until !== null && (
          <span className="quiet">
            {' '}
            · {t('settings.network.until', { time: format.moment(until, Date.now()) })}
          </span>
        )}
      </dd>
    </dl>
  );
}

type Props = { readonly view: NetworkView; readonly entry: NetworkEntry };

function NetworkFields({ view }: { readonly view: NetworkView }) {
  const entry = useNetwork(view);
  return (
    <div className="settings-form">
      <ProxyPart view={view} entry={entry} />
      <CertificatesPart files={view.caFiles} />
      <SpeedPart entry={entry} />
      <AddressCheckSection unsaved={entry.hasProblems} />
    </div>
  );
}

function SpeedPart({ entry }: { readonly entry: NetworkEntry }) {
  const { draft, change, save, problemAt } = entry;
  const metered = problemAt('pauseOnMetered');
  return (
    <SettingsPart title={t('settings.network.speed')}>
      <TextField
        label={t('settings.network.bandwidth')}
        hint={t('settings.network.bandwidthHint')}
        inputMode="decimal"
        value={draft.limit}
        onText={(limit) => change({ limit })}
        {...savedOnBlur(entry, 'limit', 'bytesPerSecond')}
      />
      <SchedulePart entry={entry} />
      <SwitchField
        checked={draft.pauseOnMetered}
        label={t('settings.network.waitMetered')}
        hint={t('settings.network.waitMeteredHint')}
        onChange={(pauseOnMetered) => save('pauseOnMetered', 'pauseOnMetered', { pauseOnMetered })}
      />
      {metered && <p className="field-error">{metered}</p>}
      <TextField
        label={t('settings.network.timeout')}
        inputMode="numeric"
        value={draft.timeout}
        onText={(timeout) => change({ timeout })}
        {...savedOnBlur(entry, 'timeout', 'connectTimeoutSeconds')}
      />
    </SettingsPart>
  );
}

function ProxyPart({ view, entry }: Props) {
  const { draft, save, problemAt } = entry;
  const { mode } = draft;
  const hint = awaitsAddress(draft, view)
    ? t('settings.network.modePending')
    : mode === 'system' && !view.hasSystemProxy
      ? t('settings.network.systemIsEnvironment')
      : undefined;
  const choose = (chosen: typeof mode): void => {
    const { url, userName, password } = networkDraft(view);
    void save('proxy', 'proxy.mode', {
      mode: chosen,
      ...(chosen === 'manual' ? {} : { url, userName, password }),
    });
  };
  return (
    <SettingsPart title={t('settings.network.proxy')}>
      <Choice
        label={t('settings.network.mode')}
        hint={hint}
        error={problemAt('proxy.mode')}
        value={mode}
        choices={options(['system', 'environment', 'manual', 'none'], (each) =>
          t(`settings.network.modes.${each}`),
        )}
        onChoose={choose}
      />
      {mode === 'manual' && <ProxyFields view={view} entry={entry} />}
      {mode !== 'none' && (
        <TextAreaField
          label={t('settings.network.bypass')}
          hint={t('settings.network.bypassHint')}
          error={problemAt('proxy.bypass')}
          saved={entry.isSaved('proxy.bypass')}
          value={draft.bypass}
          onText={(bypass) => entry.change({ bypass })}
          onBlur={() => save('bypass', 'proxy.bypass')}
        />
      )}
      {view.proxy.failure && <InlineFailure failure={view.proxy.failure} announce={false} />}
    </SettingsPart>
  );
}

function ProxyFields({ view, entry }: Props) {
  const { draft, change } = entry;
  const left = (field: string) => savedOnBlur(entry, 'proxy', field);
  return (
    <>
      <TextField
        label={t('settings.network.url')}
        hint={t('settings.network.urlHint')}
        inputMode="url"
        value={draft.url}
        onText={(url) => change({ url })}
        {...left('proxy.url')}
      />
      <div className="field-pair">
        <TextField
          label={t('settings.network.userName')}
          hint={t('settings.network.userNameHint')}
          value={draft.userName}
          onText={(userName) => change({ userName })}
          {...left('proxy.userName')}
        />
        <TextField
          label={t('settings.network.password')}
          hint={view.proxy.hasPassword ? t('settings.network.storedHint') : undefined}
          type="password"
          disabled={draft.userName.trim() === ''}
          value={draft.password}
          onText={(password) => change({ password })}
          {...left('proxy.password')}
        />
      </div>
    </>
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
    <SettingsPart title={t('settings.network.check')}>
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
    </SettingsPart>
  );
}

function AddressReachable({ view }: { readonly view: AddressCheck }) {
  const { address, proxy, status, problem } = view;
  const isOffline = useStore(useApp().waiting)?.code === 'core/offline';
  if (problem) {
    return (
      <InlineFailure
        failure={problem.failure}
        title={t(`connection.parts.${problem.part}`)}
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
    <SettingsPart title={t('settings.network.certificates')}>
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
    </SettingsPart>
  );
}
