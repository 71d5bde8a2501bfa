import type { UploadView } from '../../preload/page.ts';
import type { ScreenKind } from '../logic/screen.ts';
import { fractionOf, needsAttention, stuckFiles } from '../logic/uploads.ts';
import { t } from '../messages.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Shortcut } from '../parts/shortcut.tsx';
import {
  useActiveAccount,
  useApp,
  useFolders,
  useFormat,
  useRunningUploads,
  useUploadList,
} from '../state/app-state.ts';
import { useStore } from '../state/store.ts';
import { serviceState } from './accounts/account-state.ts';
import { AccountSwitcher } from './accounts/account-switcher.tsx';
import { paletteKeys } from './palette/commands.tsx';
import { lowerScreens, screens } from './screens.ts';

export function Sidebar() {
  // If the built-in account is active, the link to its service is beside it: both have the same name.
  const isBuiltIn = useActiveAccount()?.kind === 'built-in';
  return (
    <nav className="sidebar" aria-label={t('common.screens')}>
      <FindAnything />
      <ul>
        {screens.map(([kind, icon]) => (
          <li key={kind}>
            <ScreenLink kind={kind} icon={icon} />
          </li>
        ))}
      </ul>
      <div className="side-lower">
        <AccountSwitcher>{isBuiltIn && <ScreenLink kind="service" icon="service" />}</AccountSwitcher>
        <ul>
          {lowerScreens
            .filter(([kind]) => !(isBuiltIn && kind === 'service'))
            .map(([kind, icon]) => (
              <li key={kind}>
                <ScreenLink kind={kind} icon={icon} />
              </li>
            ))}
        </ul>
      </div>
    </nav>
  );
}

function FindAnything() {
  const app = useApp();
  return (
    <button
      type="button"
      className="side-item side-find"
      title={t('palette.title')}
      onClick={() => app.palette.set(true)}
    >
      <Icon name="search" />
      <span className="side-label">{t('palette.short')}</span>
      <Shortcut keys={paletteKeys} />
    </button>
  );
}

function ScreenLink({ kind, icon }: { readonly kind: ScreenKind; readonly icon: IconName }) {
  const app = useApp();
  const isCurrent = useStore(app.screen).kind === kind;
  return (
    <a
      className={`side-item ${isCurrent ? 'side-item-current' : ''}`}
      href={`#/${kind}`}
      title={t(`common.screen.${kind}`)}
      aria-current={isCurrent ? 'page' : undefined}
      draggable={false}
      onClick={(event) => {
        event.preventDefault();
        app.search.set('');
        app.screen.goTo(kind);
      }}
    >
      <Icon name={icon} />
      <span className="side-label">{t(`common.screen.${kind}`)}</span>
      {kind === 'uploads' && <UploadsMark />}
      {kind === 'folders' && <FoldersMark />}
      {kind === 'service' && <ServiceMark />}
    </a>
  );
}

function ServiceMark() {
  const status = useStore(useApp().service);
  const { dot, words } = serviceState(status);
  return (
    <span className="side-count side-service" title={status.failure?.message ?? words}>
      <span className={`dot ${dot}`} aria-hidden="true" />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** Shows what needs attention, then the progress of all uploads. */
function UploadsMark() {
  const running = useRunningUploads().filter((upload) => !needsAttention(upload));
  const attention = useUploadList().filter(needsAttention);
  const stuck = stuckFiles(useFolders()).length;
  const label = t('common.running', { count: running.length });
  return (
    <>
      {attention.length + stuck > 0 && <AttentionMark uploads={attention} stuck={stuck} />}
      {running.length > 0 && (
        <span className="side-count" title={label}>
          <ProgressRing fraction={fractionOf(running)} />
          <span className="visually-hidden">{label}</span>
        </span>
      )}
    </>
  );
}

type AttentionProps = { readonly uploads: readonly UploadView[]; readonly stuck: number };

function AttentionMark({ uploads, stuck }: AttentionProps) {
  const format = useFormat();
  const isFailed = uploads.some(({ state }) => state === 'failed');
  const count = uploads.length + stuck;
  const label = t('common.failed', { count });
  return (
    <span className={`side-count ${isFailed ? 'side-failed' : 'side-attention'}`} title={label}>
      <Icon name={isFailed ? 'failed' : 'warning'} />
      <span aria-hidden="true">{format.count(count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

function ProgressRing({ fraction }: { readonly fraction: number }) {
  return (
    <svg className="side-ring" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="6" pathLength="1" strokeDasharray={`${fraction} 1`} />
    </svg>
  );
}

function FoldersMark() {
  const unreachable = useFolders().filter((folder) => folder.state.kind === 'unreachable').length;
  if (unreachable === 0) return null;
  return (
    <span className="side-count side-failed" title={t('common.unreachable', { count: unreachable })}>
      <Icon name="failed" />
      <span className="visually-hidden">{t('common.unreachable', { count: unreachable })}</span>
    </span>
  );
}
