import type { Place } from '../../logic/place.ts';
import { matches } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button, TitleButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PlaceFrame } from '../../parts/frame/place-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { useApp, useFolders } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { NothingFound } from '../nothing-found.tsx';
import { NetworkBar } from '../uploads/network-bar.tsx';
import { useRemoveFolder } from './folder-actions.ts';
import { FolderDrawer } from './folder-drawer.tsx';
import { FolderRow } from './folder-row.tsx';

type FoldersPlace = Extract<Place, { readonly kind: 'folders' }>;

export function FoldersScreen({ place }: { readonly place: FoldersPlace }) {
  const app = useApp();
  const folders = useFolders();
  const search = useStore(app.search);
  const remove = useRemoveFolder();
  const shown = folders.filter((folder) => matches(search, [folder.path]));
  const opened = folders.find((folder) => folder.id === place.folderId) ?? null;
  const open = (id: string | null): void => app.place.choose({ kind: 'folders', folderId: id });
  const add = (): void => app.dialog.set({ kind: 'folder', folder: null });
  return (
    <PlaceFrame
      title={t('common.place.folders')}
      searchable={folders.length > 0}
      totals={folders.length > 0 && <Totals parts={[t('folders.totals', { count: folders.length })]} />}
      actions={<TitleButton icon="add" label={t('folders.add')} onClick={add} />}
      onCloseDrawer={() => open(null)}
      drawer={opened && <FolderDrawer key={opened.id} folder={opened} />}
    >
      <NetworkBar more={t('folders.waitForNetwork')} />
      {folders.length === 0 && (
        <Empty title={t('folders.emptyTitle')} text={t('folders.emptyText')}>
          <Button look="primary" onClick={add}>
            {t('folders.add')}
          </Button>
        </Empty>
      )}
      {folders.length > 0 && shown.length === 0 && <NothingFound />}
      {shown.length > 0 && (
        <Grid
          label={t('folders.list')}
          lines={shown}
          keyOf={(folder) => folder.id}
          openKey={opened?.id ?? null}
          onOpen={(folder) => open(folder.id)}
          onDelete={remove}
        >
          {(folder) => <FolderRow folder={folder} />}
        </Grid>
      )}
    </PlaceFrame>
  );
}
