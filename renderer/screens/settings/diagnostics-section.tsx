import { useId } from 'react';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useAnswer, useAsk } from '../../state/calls.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/settings.ts';

const texts = words.diagnostics;
const runtimeNames: Readonly<Record<string, string>> = texts.runtime;
const shownLines = 200;

export function DiagnosticsSection() {
  const info = useAnswer(['diagnostics'], 'diagnostics.get', {}, { staleTime: Number.POSITIVE_INFINITY });
  if (info.error) return <InlineFailure error={info.error} announce={false} />;
  if (!info.data) return <Loading />;
  const { version, runtime, dataDir, logPath, secretsKeptIn } = info.data;
  return (
    <>
      <dl className="plain-facts">
        <Fact name={texts.version} value={version} />
        {Object.entries(runtime).map(([name, value]) => (
          <Fact key={name} name={runtimeNames[name] ?? name} value={value} />
        ))}
        <Fact name={texts.dataDir} value={dataDir} />
        <Fact name={texts.keptIn} value={secretsKeptIn} />
      </dl>
      <LogPart path={logPath} />
      <BundlePart />
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
  const id = useId();
  const open = useAsk('diagnostics.openLog');
  const read = useAsk('diagnostics.log');
  const failure = open.error ?? read.error;
  return (
    <section className="settings-part" aria-labelledby={id}>
      <h3 id={id}>{texts.log}</h3>
      {path === null ? (
        <p className="settings-text">{texts.noLog}</p>
      ) : (
        <>
          <p className="settings-text selectable" dir="auto">
            {path}
          </p>
          <div className="button-line">
            <Button disabled={open.isPending} onClick={() => open.mutate({})}>
              {texts.openLog}
            </Button>
            <Button disabled={read.isPending} onClick={() => read.mutate({ most: shownLines })}>
              {read.data ? texts.reread : texts.showLog}
            </Button>
          </div>
          {failure && <InlineFailure error={failure} />}
          {read.data && (
            <section
              className="log-lines selectable"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
              tabIndex={0}
              aria-label={texts.lines}
              dir="ltr"
            >
              {read.data.length === 0 ? texts.empty : read.data.toReversed().join('\n')}
            </section>
          )}
        </>
      )}
    </section>
  );
}

function BundlePart() {
  const id = useId();
  const write = useAsk('diagnostics.export');
  const show = useAsk('app.showInFolder');
  return (
    <section className="settings-part" aria-labelledby={id}>
      <h3 id={id}>{texts.bundle}</h3>
      <p className="settings-text">{texts.bundleText}</p>
      <div className="button-line">
        <Button disabled={write.isPending} onClick={() => write.mutate({})}>
          {write.isPending ? texts.making : texts.makeBundle}
        </Button>
      </div>
      {write.error && <InlineFailure error={write.error} />}
      {write.data !== undefined && (
        <div role="status">
          <p className="selectable wrap-anywhere" dir="auto">
            {texts.made(write.data)}
          </p>
          <div className="button-line">
            <Button onClick={() => show.mutate({ path: write.data })}>{common.showInFolder}</Button>
            <CopyButton text={write.data} label={texts.copyPath} />
          </div>
        </div>
      )}
      {show.error && <InlineFailure error={show.error} />}
    </section>
  );
}
