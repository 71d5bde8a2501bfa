import type { VersionView } from '../../../preload/contract.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { words } from '../../words/apps.ts';
import type { ActiveSwitch } from './active-switch.ts';

type Props = {
  readonly accountId: string;
  readonly active: ActiveSwitch;
  readonly selected: readonly VersionView[];
  readonly onClear: () => void;
};

const mostNamed = 5;

/** What can be done with the selected versions, and which could not be switched: below the list, so that no row moves when it comes and goes. */
export function SelectionBar({ accountId, active, selected, onClear }: Props) {
  const app = useApp();
  const format = useFormat();
  const { failed } = active;
  const busy = selected.some(({ id }) => active.busy.has(id));
  if (selected.length === 0 && failed.length === 0 && active.error === null) return null;
  const on = selected.filter((version) => version.isActive).length;
  return (
    <section className="selection-bar" aria-label={words.selectionBar}>
      {active.error !== null && (
        <InlineFailure error={active.error}>
          <Button onClick={active.dismiss}>{words.dismiss}</Button>
        </InlineFailure>
      )}
      {failed.length > 0 && (
        <div className="failure" role="alert">
          <ul className="failure-text">
            {failed.slice(0, mostNamed).map(({ version, failure }) => (
              <li key={version.id} dir="auto">
                {words.notChanged(version.version, failure.message)}
              </li>
            ))}
            {failed.length > mostNamed && (
              <li>{words.andMoreVersions(format.count(failed.length - mostNamed))}</li>
            )}
          </ul>
          <Button onClick={active.dismiss}>{words.dismiss}</Button>
        </div>
      )}
      {selected.length > 0 && (
        <div className="selection-line">
          <span role="status">{words.selected(format.count(selected.length))}</span>
          <span className="spacer" />
          <Button disabled={busy || on === selected.length} onClick={() => active.set(selected, true)}>
            {words.activate}
          </Button>
          <Button disabled={busy || on === 0} onClick={() => active.set(selected, false)}>
            {words.deactivate}
          </Button>
          <Button
            look="danger"
            onClick={() => app.dialog.set({ kind: 'remove-versions', accountId, versions: selected })}
          >
            {words.removeSelected}
          </Button>
          <Button look="quiet" onClick={onClear}>
            {words.clearSelection}
          </Button>
        </div>
      )}
    </section>
  );
}
