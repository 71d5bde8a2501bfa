import { useRef } from 'react';
import type { Place } from '../../logic/place.ts';
import { matches } from '../../logic/uploads.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Grid, type GridHandle } from '../../parts/grid.tsx';
import { PlaceFrame } from '../../parts/place-frame.tsx';
import { useApp, useFolders, useFormat } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/folders.ts';
import { NetworkBar } from '../uploads/network-bar.tsx';
import { useRemoveFolder } from './folder-actions.ts';
import { FolderDrawer } from './folder-drawer.tsx';
import { FolderRow } from './folder-row.tsx';

type FoldersPlace = Extract<Place, { readonly kind: 'folders' }>;

export function FoldersScreen({ place }: { readonly place: FoldersPlace }) {
  const app = useApp();
  const format = useFormat();
  const list = useRef<GridHandle>(null);
  const folders = useFolders();
  const search = useStore(app.search);
  const remove = useRemoveFolder();
  const shown = folders.filter((folder) => matches(search, [folder.path]));
  const opened = folders.find((folder) => folder.id === place.folderId) ?? null;
  const open = (id: string | null): void => app.place.choose({ kind: 'folders', folderId: id });
  const add = (): void => app.dialog.set({ kind: 'folder', folder: null });
  return (
    <PlaceFrame
      title={common.folders}
      totals={folders.length > 0 && <span>{words.totals(folders.length, format.count(folders.length))}</span>}
      actions={
        <Button icon="add" className="file-button" title={words.add} onClick={add}>
          <span>{words.add}</span>
        </Button>
      }
      list={list}
      onCloseDrawer={() => open(null)}
      drawer={
        opened && (
          <FolderDrawer
            key={opened.id}
            folder={opened}
            onClose={() => {
              open(null);
              list.current?.focus();
            }}
          />
        )
      }
    >
      <NetworkBar more={words.waitForNetwork} />
      {folders.length === 0 && (
        <Empty title={words.emptyTitle} text={words.emptyText}>
          <Button look="primary" onClick={add}>
            {words.add}
          </Button>
        </Empty>
      )}
      {folders.length > 0 && shown.length === 0 && (
        <Empty title={common.nothingFound} text={common.nothingFoundFor(search.trim())} />
      )}
      {shown.length > 0 && (
        <Grid
          handle={list}
          label={words.list}
          lines={shown}
          keyOf={(folder) => folder.id}
          openKey={opened?.id ?? null}
          onOpen={(folder) => open(folder.id)}
          onDelete={(folder) => remove(folder)}
        >
          {(folder, active) => <FolderRow folder={folder} active={active} />}
        </Grid>
      )}
    </PlaceFrame>
  );
}
