import type { VersionView } from '../../../preload/contract.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { words } from '../../words/apps.ts';
import { useActiveSwitch } from './version-actions.ts';

type Props = {
  readonly accountId: string;
  readonly applicationId: number;
  readonly versions: readonly VersionView[];
  readonly selected: readonly VersionView[];
  readonly onClear: () => void;
};

/** What can be done with the selected versions, below the list, so that no row moves when it comes and goes. */
export function SelectionBar({ accountId, applicationId, versions, selected, onClear }: Props) {
  const app = useApp();
  const format = useFormat();
  const active = useActiveSwitch(accountId, applicationId);
  const failed = active.failed;
  if (selected.length === 0 && failed.length === 0 && !active.error) return null;
  const on = selected.filter((version) => version.isActive).length;
  return (
    <section className="selection-bar" aria-label={words.selectionBar}>
      {active.error && <InlineFailure error={active.error} />}
      {failed.length > 0 && (
        <div className="failure" role="alert">
          <ul className="failure-text">
            {failed.map(({ versionId, failure }) => (
              <li key={versionId} dir="auto">
                {words.notChanged(
                  versions.find(({ id }) => id === versionId)?.version ?? String(versionId),
                  failure.message,
                )}
              </li>
            ))}
          </ul>
          <Button onClick={active.dismiss}>{words.dismiss}</Button>
        </div>
      )}
      {selected.length > 0 && (
        <div className="selection-line">
          <span role="status">{words.selected(format.count(selected.length))}</span>
          <span className="spacer" />
          <Button disabled={active.busy || on === selected.length} onClick={() => active.set(selected, true)}>
            {words.activate}
          </Button>
          <Button disabled={active.busy || on === 0} onClick={() => active.set(selected, false)}>
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
