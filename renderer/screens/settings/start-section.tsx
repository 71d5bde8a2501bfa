import { useQueryClient } from '@tanstack/react-query';
import type { UpdatesView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { SwitchField } from '../../parts/fields/fields.tsx';
import { useFormat } from '../../state/app-state.ts';
import { queryKeyOf, useCallQuery, useCommand } from '../../state/data/calls.ts';
import { Setting } from './setting.tsx';
import { SettingPart } from './settings-part.tsx';

export function StartSection() {
  const item = useCallQuery('desktop.loginItem', {});
  const updates = useCallQuery('updates.status', {});
  const reason = item.data?.unavailable?.message;
  if (reason !== undefined && updates.data?.state === 'off' && updates.data.reason.message === reason) {
    return (
      <Setting id="loginItem">
        <Setting id="updates">
          <div className="settings-part">
            <p className="selectable">{t('settings.start.version', { version: updates.data.version })}</p>
            <Unavailable
              names={[t('settings.names.loginItem'), t('settings.names.updates')]}
              reason={reason}
            />
          </div>
        </Setting>
      </Setting>
    );
  }
  return (
    <>
      <Setting id="loginItem">
        <LoginItem />
      </Setting>
      <Updates />
    </>
  );
}

function LoginItem() {
  const queries = useQueryClient();
  const item = useCallQuery('desktop.loginItem', {});
  const set = useCommand('desktop.setLoginItem', (view) =>
    queries.setQueryData(queryKeyOf('desktop.loginItem'), view),
  );
  const failure = item.error ?? set.error;
  const unavailable = item.data?.unavailable ?? null;
  return (
    <div>
      {item.data && unavailable === null && (
        <SwitchField
          checked={item.data.enabled}
          label={t('settings.names.loginItem')}
          hint={t('settings.start.loginItemHint')}
          onChange={(enabled) => !set.isPending && set.mutate({ enabled })}
        />
      )}
      {unavailable && <Unavailable names={[t('settings.names.loginItem')]} reason={unavailable.message} />}
      {failure && <InlineFailure error={failure} />}
    </div>
  );
}

type UnavailableProps = { readonly names: readonly string[]; readonly reason: string };

function Unavailable({ names, reason }: UnavailableProps) {
  return (
    <div>
      {names.map((name) => (
        <div key={name} className="field-label">
          {name}
        </div>
      ))}
      <p className="field-hint" dir="auto">
        {reason}
      </p>
    </div>
  );
}

function Updates() {
  const queries = useQueryClient();
  const answer = useCallQuery('updates.status', {});
  const check = useCommand('updates.check', (next) =>
    queries.setQueryData(queryKeyOf('updates.status'), next),
  );
  const install = useCommand('updates.install');
  const view = answer.data;
  const failure = answer.error ?? check.error ?? install.error;
  const busy = check.isPending || view?.state === 'checking' || view?.state === 'downloading';
  return (
    <SettingPart id="updates">
      {view && (
        <>
          <p className="selectable">{t('settings.start.version', { version: view.version })}</p>
          <UpdateState view={view} />
          {view.state !== 'off' && (
            <div className="button-line">
              {view.state === 'ready' ? (
                <Button variant="primary" disabled={install.isPending} onClick={() => install.mutate({})}>
                  {t('settings.start.install', { version: view.next })}
                </Button>
              ) : (
                <Button disabled={busy} onClick={() => check.mutate({})}>
                  {t('settings.start.checkUpdates')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
      {failure && <InlineFailure error={failure} />}
    </SettingPart>
  );
}

function UpdateState({ view }: { readonly view: UpdatesView }) {
  const format = useFormat();
  const seen = view.checkedAt === null ? null : format.moment(view.checkedAt, Date.now());
  switch (view.state) {
    case 'off':
      return <p className="field-hint">{view.reason.message}</p>;
    case 'failed':
      return <InlineFailure failure={view.failure} announce={false} />;
    case 'unchecked':
      return <p className="quiet">{t('settings.start.unchecked')}</p>;
    case 'checking':
      return <p role="status">{t('settings.start.checkingUpdates')}</p>;
    case 'current':
      return (
        <p role="status">
          {seen === null ? t('settings.start.current') : t('settings.start.currentAt', { time: seen })}
        </p>
      );
    case 'available':
      return <p role="status">{t('settings.start.available', { version: view.next })}</p>;
    case 'downloading':
      // Not a live region: it would announce every percent.
      return (
        <p>
          {t('settings.start.downloading', { version: view.next, done: format.percent(view.percent / 100) })}
        </p>
      );
    case 'ready':
      return <p role="status">{t('settings.start.ready', { version: view.next })}</p>;
  }
}
