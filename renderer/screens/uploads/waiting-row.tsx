import type { FolderView, WaitingFileView } from '../../../preload/page.ts';
import { baseName } from '../../logic/file-path.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icons.tsx';
import { MoreButton } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Menu } from '../../parts/overlays/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';

type Props = { readonly file: WaitingFileView; readonly folder: FolderView; readonly active: boolean };

/** A file a compiler has not finished yet. */
export function WaitingRow({ file, folder, active }: Props) {
  const format = useFormat();
  const show = useAsk('app.showInFolder');
  const name = baseName(file.path);
  return (
    <div className="row upload-row">
      <Tile name={name} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={file.path}>
            {name}
          </bdi>
        </div>
        <div className="row-second">
          <span dir="auto">
            {show.error?.message ?? t('uploads.fromFolder', { name: baseName(folder.path) })}
          </span>
        </div>
      </div>
      <div className="row-side row-side-wide">
        <div className="row-state">
          <span className="row-state-icon tone-quiet">
            <Icon name="waiting" />
          </span>
          <span className="row-state-text tone-quiet" dir="auto" title={file.reason}>
            {file.reason}
          </span>
        </div>
        <div className="row-note">
          {format.bytes(file.size)} · {t('uploads.waitingSince', { time: format.time(file.since) })}
        </div>
      </div>
      <Menu
        entries={[{ label: t('uploads.showInFolder'), run: () => show.mutate({ path: file.path }) }]}
        trigger={<MoreButton name={name} tabIndex={active ? 0 : -1} />}
      />
    </div>
  );
}
