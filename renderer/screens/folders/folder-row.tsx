import type { FolderView } from '../../../preload/page.ts';
import { baseName } from '../../logic/file-path.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { MoreButton } from '../../parts/list/row.tsx';
import { Menu } from '../../parts/overlays/menu.tsx';
import { useAccounts, useFormat } from '../../state/app-state.ts';
import { usePeople } from '../../state/data/people.ts';
import { useFolderActions } from './folder-actions.ts';
import { pollingText, ruleText, toneOf, troubleOf } from './folder-text.ts';

export function FolderRow({ folder, active }: { readonly folder: FolderView; readonly active: boolean }) {
  const format = useFormat();
  const accounts = useAccounts();
  const { people } = usePeople(folder.accountId);
  const actions = useFolderActions(folder);
  const { state } = folder;
  const failure = actions.failure ?? troubleOf(folder);
  const tabIndex = active ? 0 : -1;
  return (
    <div className="row">
      <span className="tile tile-icon" aria-hidden="true">
        <Icon name="folders" />
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name">{baseName(folder.path)}</bdi>
          <bdi className="row-version path-start" title={folder.path}>
            {folder.path}
          </bdi>
        </div>
        <div className="row-second">
          {failure ? (
            <span className="tone-failed" dir="auto" title={failure.message}>
              {failure.message}
            </span>
          ) : (
            <span dir="auto">{ruleText(folder, accounts, people, format)}</span>
          )}
        </div>
      </div>
      <div className="row-side">
        <div className="row-state">
          <span className={`dot dot-${toneOf(state)}`} aria-hidden="true" />
          <span
            className={`row-state-text ${state.kind === 'unreachable' ? 'tone-failed' : ''}`}
            title={pollingText(state) ?? undefined}
          >
            {t(`folders.state.${state.kind}`)}
          </span>
        </div>
        {folder.waiting.length > 0 && (
          <div className="row-note">{t('folders.waitingFiles', { count: folder.waiting.length })}</div>
        )}
      </div>
      <Button
        look="quiet"
        tabIndex={tabIndex}
        disabled={actions.busy}
        onClick={() => actions.setPaused(!folder.paused)}
      >
        {folder.paused ? t('folders.resume') : t('folders.pause')}
      </Button>
      <Menu
        entries={actions.menu}
        trigger={<MoreButton name={baseName(folder.path)} tabIndex={tabIndex} />}
      />
    </div>
  );
}
