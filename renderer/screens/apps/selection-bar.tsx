import { useContext } from 'react';
import type { VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { ScreenContext } from '../../parts/frame/screen-context.ts';
import { Status } from '../../parts/status.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import type { ActiveSwitch } from './active-switch.ts';

type Props = {
  readonly accountId: string;
  readonly active: ActiveSwitch;
  readonly selected: readonly VersionView[];
  readonly onClear: () => void;
};

const maxNamed = 5;

/** Actions for the selected versions, below the list, so that rows do not move when they appear. */
export function SelectionBar({ accountId, active, selected, onClear }: Props) {
  const app = useApp();
  const list = useContext(ScreenContext)?.list;
  const { failed } = active;
  const busy = selected.some(({ id }) => active.busy.has(id));
  if (selected.length === 0 && failed.length === 0 && active.error === null) return null;
  const on = selected.filter((version) => version.isActive).length;
  return (
    <section className="selection-bar" aria-label={t('apps.selectionBar')}>
      {active.error !== null && (
        <InlineFailure error={active.error}>
          <Button onClick={active.dismiss}>{t('apps.dismiss')}</Button>
        </InlineFailure>
      )}
      {failed.length > 0 && <NotSwitchedPart active={active} />}
      {selected.length > 0 && (
        <div className="selection-line">
          <Status>{t('apps.selected', { count: selected.length })}</Status>
          <span className="spacer" />
          <Button disabled={busy || on === selected.length} onClick={() => active.set(selected, true)}>
            {t('apps.activate')}
          </Button>
          <Button disabled={busy || on === 0} onClick={() => active.set(selected, false)}>
            {t('apps.deactivate')}
          </Button>
          <Button
            variant="danger"
            onClick={() => app.dialog.set({ kind: 'remove-versions', accountId, versions: selected })}
          >
            {t('apps.removeSelected')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              onClear();
              list?.current?.focus();
            }}
          >
            {t('apps.clearSelection')}
          </Button>
        </div>
      )}
    </section>
  );
}

function NotSwitchedPart({ active: { failed, retry, dismiss } }: Pick<Props, 'active'>) {
  const format = useFormat();
  const [first] = failed;
  if (!first) return null;
  const { failure } = first;
  const reason = failure.message;
  const { length: count } = failed;
  const versions =
    count > 2
      ? `${first.version.version} ${t('apps.andMoreVersions', { count: count - 1 })}`
      : format.list(failed.map(({ version }) => version.version));
  return (
    <InlineFailure
      failure={failure}
      summary={t('apps.notSwitched', { count, versions, reason })}
      details={
        <ul>
          {failed.slice(0, maxNamed).map(({ version, failure: { message } }) => (
            <li key={version.id} dir="auto">
              {t('apps.notChanged', { version: version.version, reason: message })}
            </li>
          ))}
          {failed.length > maxNamed && (
            <li>{t('apps.andMoreVersions', { count: failed.length - maxNamed })}</li>
          )}
        </ul>
      }
    >
      <Button onClick={retry}>{t('common.retry')}</Button>
      <Button onClick={dismiss}>{t('apps.dismiss')}</Button>
    </InlineFailure>
  );
}
