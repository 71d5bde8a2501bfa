import { t } from './messages.ts';
import { Button } from './parts/button.tsx';
import { DropTarget } from './parts/overlays/drop-target.tsx';
import { UndoBar } from './parts/overlays/undo-bar.tsx';
import { Status } from './parts/status.tsx';
import { CurrentScreen } from './screens/current-screen.tsx';
import { DialogHost } from './screens/dialog-host.tsx';
import { NoSession } from './screens/no-session.tsx';
import { Commands } from './screens/palette/commands.tsx';
import { Sidebar } from './screens/sidebar.tsx';
import { UpdatedBar } from './screens/updated-bar.tsx';
import { withoutRepeats } from './screens/uploads/dialogs/dropped-files.ts';
import { useApp, useFormat } from './state/app-state.ts';
import { useCommand } from './state/data/calls.ts';
import { useStore } from './state/store.ts';
import type { UploadTarget } from './state/window/dialog.ts';
import { focusHeading, useFocusRestore } from './state/window/focus-restore.ts';

export function App() {
  const app = useApp();
  const connection = useStore(app.connection.state);
  const dropInto = useStore(app.dropTarget);
  // Re-renders the whole page after a language change.
  useFormat();
  useFocusRestore(app);
  if (connection === 'no-session') return <NoSession />;
  return (
    <DropTarget
      title={dropTitle(dropInto)}
      onFiles={(files) => {
        const open = app.dialog.get();
        const begun = { kind: 'upload' as const, files: [], ...(dropInto ? { into: dropInto } : {}) };
        const upload = open?.kind === 'upload' ? open : begun;
        app.dialog.set({ ...upload, files: withoutRepeats([...upload.files, ...files]) });
      }}
    >
      <div className="window">
        {connection === 'lost' && (
          <Status>
            <p className="offline">{t('common.hostNotResponding')}</p>
          </Status>
        )}
        <Button className="skip" onClick={focusHeading}>
          {t('common.skip')}
        </Button>
        <SystemIssuesBar />
        <UpdatedBar />
        <div className="frame">
          <Sidebar />
          <div className="screen-column">
            <CurrentScreen />
            <UndoBar />
          </div>
        </div>
      </div>
      <DialogHost />
      <Commands />
      <Announcements />
    </DropTarget>
  );
}

function dropTitle(into: UploadTarget | null): string {
  if (!into) return t('common.dropHere');
  return into.profile ? t('common.dropInto', { name: into.profile.name }) : t('common.dropInStore');
}

function Announcements() {
  const { announcer } = useApp();
  const { text, number } = useStore(announcer.announcement);
  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {number > 0 && <p key={number}>{text}</p>}
    </div>
  );
}

function SystemIssuesBar() {
  const { quarantined, journal } = useStore(useApp().issues);
  const dismiss = useCommand('app.dismissIssue');
  const show = useCommand('app.showInFolder');
  return (
    <div role="status">
      {journal && <p className="waiting-bar">{journal.message}</p>}
      {quarantined.map(({ path, message }) => (
        <div key={path} className="waiting-bar holds-bar">
          <p dir="auto">{message}</p>
          <div className="button-line">
            <Button onClick={() => show.mutate({ path })}>{t('common.showInFolder')}</Button>
            <Button onClick={() => dismiss.mutate({ path })}>{t('common.understood')}</Button>
          </div>
        </div>
      ))}
    </div>
  );
}
