import type { FolderView } from '../../../preload/page.ts';
import type { Screen } from '../../logic/screen.ts';
import { lastBuildOf, matches } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button, TitleButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { IconTile, Row, RowSide, RowText } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { PathText } from '../../parts/path-text.tsx';
import { useAccounts, useApp, useFolders, useFormat, useUploadList } from '../../state/app-state.ts';
import { usePeople, useUploadIcon } from '../../state/data/push-data.ts';
import { useStore } from '../../state/store.ts';
import { NoResults } from '../nothing-found.tsx';
import { NetworkBar } from '../uploads/blocks-bar.tsx';
import { useFolderActions, useRemoveFolder } from './folder-actions.ts';
import { FolderDrawer } from './folder-drawer.tsx';
import { failureOf, pollingText, ruleText, toneOf } from './folder-text.ts';

type FoldersLocation = Extract<Screen, { readonly kind: 'folders' }>;

export function FoldersScreen({ location }: { readonly location: FoldersLocation }) {
  const app = useApp();
  const folders = useFolders();
  const search = useStore(app.search);
  const remove = useRemoveFolder();
  const shown = folders.filter((folder) => matches(search, [folder.name, folder.path, folder.displayPath]));
  const opened = folders.find((folder) => folder.id === location.folderId) ?? null;
  const open = (id: string | null): void => app.screen.replace({ kind: 'folders', folderId: id });
  const add = (): void => app.dialog.set({ kind: 'folder', folder: null });
  return (
    <ScreenFrame
      title={t('common.screen.folders')}
      searchable={folders.length > 0}
      totals={folders.length > 0 && <Totals parts={[t('folders.totals', { count: folders.length })]} />}
      actions={folders.length > 0 && <TitleButton icon="add" label={t('folders.add')} onClick={add} />}
      onCloseDrawer={() => open(null)}
      drawer={opened && <FolderDrawer key={opened.id} folder={opened} />}
    >
      <NetworkBar more={t('folders.waitForNetwork')} />
      {folders.length === 0 && (
        <Empty drawing="folder" title={t('folders.emptyTitle')} text={t('folders.emptyText')}>
          <Button variant="primary" onClick={add}>
            {t('folders.add')}
          </Button>
        </Empty>
      )}
      {folders.length > 0 && shown.length === 0 && <NoResults />}
      {shown.length > 0 && (
        <Grid
          label={t('folders.list')}
          flexible
          lines={shown}
          keyOf={(folder) => folder.id}
          openKey={opened?.id ?? null}
          onOpen={(folder) => open(folder.id)}
          onDelete={remove}
        >
          {(folder) => <FolderRow folder={folder} />}
        </Grid>
      )}
    </ScreenFrame>
  );
}

function FolderRow({ folder }: { readonly folder: FolderView }) {
  const format = useFormat();
  const accounts = useAccounts();
  const { people } = usePeople(folder.accountId);
  const actions = useFolderActions(folder);
  const { state, name, path, paused, waiting } = folder;
  const failure = actions.failure ?? failureOf(folder);
  const last = lastBuildOf(useUploadList(), folder.id);
  const picture = useUploadIcon(last?.icon ?? null);
  const note =
    waiting.length > 0
      ? t('folders.waitingFiles', { count: waiting.length })
      : last && t('folders.lastBuild', { when: format.moment(last.addedAt, Date.now()) });
  return (
    <Row
      className="folder-row"
      tile={picture ? <Tile name={name} picture={picture} /> : <IconTile icon="folders" />}
      name={name}
      beside={
        // The text of a failure usually contains the path.
        failure?.message.includes(path) ? null : (
          <PathText className="row-version" path={folder.displayPath} title={path} />
        )
      }
      second={
        failure ? (
          <RowText tone="tone-failed" text={failure.message} />
        ) : (
          <span dir="auto">{ruleText(folder, accounts, people, format)}</span>
        )
      }
    >
      <RowSide
        dot={toneOf(state)}
        text={t(`folders.state.${state.kind}`)}
        tone={state.kind === 'unreachable' ? 'tone-failed' : ''}
        title={pollingText(state) ?? undefined}
        note={note}
      />
      {failure ? (
        <Button variant="quiet" className="folder-action" onClick={actions.edit}>
          {t('folders.edit')}
        </Button>
      ) : (
        <Button
          variant="quiet"
          className="folder-action"
          disabled={actions.busy}
          onClick={() => actions.setPaused(!paused)}
        >
          {paused ? t('folders.resume') : t('folders.pause')}
        </Button>
      )}
      <MoreMenu name={name} entries={actions.menu} />
    </Row>
  );
}
