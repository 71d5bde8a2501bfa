import type { FolderView, WaitingFileView } from '../../../preload/page.ts';
import { baseName } from '../../logic/file-path.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icons.tsx';
import { Row } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';

type Props = { readonly file: WaitingFileView; readonly folder: FolderView };

/** A file a compiler has not finished yet. */
export function WaitingRow({ file, folder }: Props) {
  const format = useFormat();
  const show = useAsk('app.showInFolder');
  const { path, reason, size, since } = file;
  const name = baseName(path);
  const second = show.error?.message ?? t('uploads.fromFolder', { name: baseName(folder.path) });
  return (
    <Row
      className="upload-row"
      tile={<Tile name={name} />}
      name={name}
      title={path}
      second={<span dir="auto">{second}</span>}
    >
      <div className="row-side row-side-wide">
        <div className="row-state">
          <span className="row-state-icon tone-quiet">
            <Icon name="waiting" />
          </span>
          <span className="row-state-text tone-quiet" dir="auto" title={reason}>
            {reason}
          </span>
        </div>
        <div className="row-note">
          {format.bytes(size)} · {t('uploads.waitingSince', { time: format.time(since) })}
        </div>
      </div>
      <MoreMenu
        name={name}
        entries={[{ label: t('uploads.showInFolder'), run: () => show.mutate({ path }) }]}
      />
    </Row>
  );
}
