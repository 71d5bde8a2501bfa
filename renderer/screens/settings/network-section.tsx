import type { NetworkView } from '../../../preload/page.ts';
import { awaitsAddress, networkDraft } from '../../logic/drafts/network-draft.ts';
import { t } from '../../messages.ts';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, FieldError, options, SwitchField, TextField } from '../../parts/fields/fields.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { AdvancedNetwork } from './network-advanced.tsx';
import { Setting } from './setting.tsx';
import { SettingsPart } from './settings-part.tsx';
import { type NetworkEntry, savedOnBlur, useNetwork } from './use-network.ts';

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
      <SpeedPart entry={entry} />
      <AdvancedNetwork view={view} entry={entry} />
    </div>
  );
}

function SpeedPart({ entry }: { readonly entry: NetworkEntry }) {
  const { draft, change, save, problemAt } = entry;
  const metered = problemAt('pauseOnMetered');
  return (
    <SettingsPart title={t('settings.network.speed')}>
      <Setting id="bandwidth">
        <TextField
          label={t('settings.names.bandwidth')}
          hint={t('settings.network.bandwidthHint')}
          inputMode="decimal"
          value={draft.limit}
          onText={(limit) => change({ limit })}
          {...savedOnBlur(entry, 'limit', 'bytesPerSecond')}
        />
      </Setting>
      <Setting id="metered">
        <SwitchField
          checked={draft.pauseOnMetered}
          label={t('settings.names.metered')}
          hint={t('settings.network.waitMeteredHint')}
          onChange={(pauseOnMetered) => save('pauseOnMetered', 'pauseOnMetered', { pauseOnMetered })}
        />
        {metered && <FieldError>{metered}</FieldError>}
      </Setting>
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
    <SettingsPart title={t('settings.names.proxy')}>
      <Setting id="proxy">
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
      </Setting>
      {mode === 'manual' && <ProxyFields view={view} entry={entry} />}
      {view.proxy.failure && <InlineFailure failure={view.proxy.failure} announce={false} />}
    </SettingsPart>
  );
}

function ProxyFields({ view, entry }: Props) {
  const { draft, change } = entry;
  const hasUser = draft.userName.trim() !== '';
  const passwordHint = view.proxy.hasPassword ? t('settings.network.storedHint') : undefined;
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
          hint={hasUser ? passwordHint : t('settings.network.passwordHint')}
          type="password"
          disabled={!hasUser}
          value={draft.password}
          onText={(password) => change({ password })}
          {...left('proxy.password')}
        />
      </div>
    </>
  );
}
