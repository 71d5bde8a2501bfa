import { Icon } from '../parts/icons.tsx';
import { useApp, useFolders, useFormat, useRunningUploads, useUploadList } from '../state/app-state.ts';
import { useStore } from '../state/store.ts';
import { words } from '../words/common.ts';
import { AccountList } from './accounts/account-list.tsx';
import { places } from './places.ts';

export function Sidebar() {
  const app = useApp();
  const place = useStore(app.place);
  return (
    <nav className="sidebar" aria-label={words.places}>
      <ul className="side-places">
        {places.map(([kind, icon]) => (
          <li key={kind}>
            <a
              className={`side-item ${place.kind === kind ? 'side-item-current' : ''}`}
              href={`#/${kind}`}
              title={words[kind]}
              aria-current={place.kind === kind ? 'page' : undefined}
              draggable={false}
              onClick={(event) => {
                event.preventDefault();
                app.search.set('');
                app.place.goTo(kind);
              }}
            >
              <Icon name={icon} />
              <span className="side-label">{words[kind]}</span>
              {kind === 'uploads' && <UploadsMark />}
              {kind === 'folders' && <FoldersMark />}
            </a>
          </li>
        ))}
      </ul>
      <AccountList />
    </nav>
  );
}

/** How many are on their way; that some need attention, when none is. */
function UploadsMark() {
  const format = useFormat();
  const running = useRunningUploads().length;
  const failed = useUploadList().filter((upload) => upload.state === 'failed').length;
  if (running > 0)
    return (
      <span className="side-count" title={words.running(running)}>
        {format.count(running)}
      </span>
    );
  if (failed === 0) return null;
  return (
    <span className="side-count side-failed" title={words.failed(failed)}>
      <Icon name="failed" />
      <span className="visually-hidden">{words.failed(failed)}</span>
    </span>
  );
}

function FoldersMark() {
  const unreachable = useFolders().filter((folder) => folder.state.kind === 'unreachable').length;
  if (unreachable === 0) return null;
  return (
    <span className="side-count side-failed" title={words.unreachable(unreachable)}>
      <Icon name="failed" />
      <span className="visually-hidden">{words.unreachable(unreachable)}</span>
    </span>
  );
}
