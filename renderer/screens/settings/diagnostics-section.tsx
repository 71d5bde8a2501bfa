import { t } from '../../messages.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useCallQuery, useCommand } from '../../state/data/calls.ts';
import { Setting } from './setting.tsx';
import { SettingPart } from './settings-part.tsx';

const shownLines = 200;

export function DiagnosticsSection() {
  const info = useCallQuery('diagnostics.get', {}, { staleTime: Number.POSITIVE_INFINITY });
  if (info.error) return <InlineFailure error={info.error} announce={false} />;
  if (!info.data) return <Loading />;
  const { version, runtime, dataDir, logPath, secretStore } = info.data;
  return (
    <>
      <BundlePart />
      <Setting id="version">
        <dl className="plain-facts">
          <Fact name={t('settings.diagnostics.version')} value={version} />
          {Object.entries(runtime).map(([name, value]) => (
            <Fact key={name} name={runtimeName(name)} value={value} />
          ))}
          <Fact name={t('settings.diagnostics.dataDir')} value={dataDir} />
          <Fact name={t('settings.diagnostics.storedIn')} value={secretStore} />
        </dl>
      </Setting>
      <LogPart path={logPath} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="selectable" dir="auto">
        {value}
      </dd>
    </>
  );
}

function LogPart({ path }: { readonly path: string | null }) {
  const open = useCommand('diagnostics.openLog');
  const read = useCommand('diagnostics.log');
  const failure = open.error ?? read.error;
  return (
    <SettingPart id="log">
      {path === null ? (
        <p className="settings-text">{t('settings.diagnostics.noLog')}</p>
      ) : (
        <>
          <p className="settings-text selectable" dir="auto">
            {path}
          </p>
          <div className="button-line">
            <Button disabled={open.isPending} onClick={() => open.mutate({})}>
              {t('settings.diagnostics.openLog')}
            </Button>
            <Button disabled={read.isPending} onClick={() => read.mutate({ limit: shownLines })}>
              {read.data ? t('settings.diagnostics.reread') : t('settings.diagnostics.showLog')}
            </Button>
          </div>
          {failure && <InlineFailure error={failure} />}
          {read.data && (
            <section
              className="log-lines selectable"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
              tabIndex={0}
              aria-label={t('settings.diagnostics.lines')}
              dir="ltr"
            >
              {read.data.length === 0 ? t('settings.diagnostics.empty') : read.data.toReversed().join('\n')}
            </section>
          )}
        </>
      )}
    </SettingPart>
  );
}

function BundlePart() {
  const write = useCommand('diagnostics.export');
  const show = useCommand('app.showInFolder');
  return (
    <SettingPart id="supportFile">
      <p className="settings-text">{t('settings.diagnostics.bundleText')}</p>
      <div className="button-line">
        <Button disabled={write.isPending} onClick={() => write.mutate({})}>
          {write.isPending ? t('settings.diagnostics.making') : t('settings.diagnostics.makeBundle')}
        </Button>
      </div>
      {write.error && <InlineFailure error={write.error} />}
      {write.data !== undefined && (
        <div className="settings-part" role="status">
          <p className="selectable wrap-anywhere" dir="auto">
            {t('settings.diagnostics.made', { path: write.data })}
          </p>
          <div className="button-line">
            <Button onClick={() => show.mutate({ path: write.data })}>{t('common.showInFolder')}</Button>
            <CopyButton text={write.data} label={t('settings.diagnostics.copyPath')} />
          </div>
        </div>
      )}
      {show.error && <InlineFailure error={show.error} />}
    </SettingPart>
  );
}

const runtimes = ['system', 'node', 'electron', 'chromium'] as const;

function runtimeName(name: string): string {
  const known = runtimes.find((runtime) => runtime === name);
  return known ? t(`settings.diagnostics.runtime.${known}`) : name;
}
