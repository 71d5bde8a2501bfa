import { useId, useState } from 'react';
import { versionText } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Tile } from '../../../parts/list/tile.tsx';
import { Facts } from '../../../parts/overlays/drawer.tsx';
import { Status } from '../../../parts/status.tsx';
import { useFormat } from '../../../state/app-state.ts';
import { useFileIcon } from '../../../state/data/push-data.ts';
import { installsFact, packageFacts, TechnicalDetails, Warnings } from '../package-facts.tsx';
import type { DroppedFile } from './dropped-files.ts';

export function SingleBuild({ dropped }: { readonly dropped: DroppedFile }) {
  const { name, picture } = useNameAndPicture(dropped);
  return (
    <ul>
      <li className="dropped-row">
        <Tile name={name} picture={picture} />
        <div className="row-main">
          <div className="row-first">
            <bdi className="row-name">{name}</bdi>
            {dropped.kind === 'ready' && <bdi className="row-version">{versionText(dropped.info)}</bdi>}
          </div>
          <BuildFacts dropped={dropped} />
          {dropped.kind === 'failed' && <InlineFailure failure={dropped.failure} />}
          <BuildWarnings dropped={dropped} />
        </div>
      </li>
    </ul>
  );
}

type ListProps = {
  readonly dropped: readonly DroppedFile[];
  readonly leftOut: ReadonlySet<File>;
  readonly onLeaveOut: (leftOut: ReadonlySet<File>) => void;
};

const maxShown = 12;

/** Shows builds with problems first, as soon as all builds are read. */
export function BuildList({ dropped, leftOut, onLeaveOut }: ListProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const files = dropped.filter(({ kind }) => kind !== 'failed').map(({ file }) => file);
  const all = files.every((file) => !leftOut.has(file));
  const some = files.some((file) => !leftOut.has(file));
  const failed = dropped.length - files.length;
  const isRead = dropped.every(({ kind }) => kind === 'ready' || kind === 'failed');
  const ordered = isRead ? dropped.toSorted((a, b) => severityOf(b) - severityOf(a)) : dropped;
  const shown = isUnfolded ? ordered : ordered.slice(0, maxShown);
  return (
    <div className="builds">
      {files.length > 0 && (
        <div className="builds-head">
          <label>
            <input
              type="checkbox"
              ref={(box) => {
                if (box) box.indeterminate = some && !all;
              }}
              checked={all}
              onChange={() => onLeaveOut(new Set(all ? files : []))}
            />
            {t('uploads.allBuilds')}
          </label>
        </div>
      )}
      {failed > 0 && (
        <div className="visually-hidden">
          <Status>{t('uploads.cannotUpload', { count: failed })}</Status>
        </div>
      )}
      <ul aria-label={t('uploads.builds')}>
        {shown.map((each) => (
          <BuildRow
            key={`${each.file.name} ${each.file.size} ${each.file.lastModified}`}
            dropped={each}
            chosen={!leftOut.has(each.file)}
            onToggle={() => onLeaveOut(toggled(leftOut, each.file))}
          />
        ))}
      </ul>
      {shown.length < ordered.length && (
        <Button variant="quiet" onClick={() => setUnfolded(true)}>
          {t('apps.showAll', { number: ordered.length })}
        </Button>
      )}
    </div>
  );
}

function severityOf(dropped: DroppedFile): number {
  if (dropped.kind === 'failed') return 2;
  return dropped.kind === 'ready' && (dropped.info.installWarnings ?? []).length > 0 ? 1 : 0;
}

function toggled(files: ReadonlySet<File>, file: File): ReadonlySet<File> {
  const next = new Set(files);
  if (!next.delete(file)) next.add(file);
  return next;
}

type RowProps = { readonly dropped: DroppedFile; readonly chosen: boolean; readonly onToggle: () => void };

function BuildRow({ dropped, chosen, onToggle }: RowProps) {
  const id = useId();
  const { name, picture } = useNameAndPicture(dropped);
  const canUpload = dropped.kind !== 'failed';
  return (
    <li className="build">
      {canUpload && <input id={id} type="checkbox" checked={chosen} onChange={onToggle} />}
      <Tile name={name} picture={picture} />
      <label htmlFor={canUpload ? id : undefined} className="row-first">
        <bdi className="row-name">{name}</bdi>
        {dropped.kind === 'ready' && <bdi className="row-version">{versionText(dropped.info)}</bdi>}
      </label>
      <BuildFacts dropped={dropped} />
      {dropped.kind === 'failed' && <InlineFailure failure={dropped.failure} announce={false} />}
      <BuildWarnings dropped={dropped} />
    </li>
  );
}

function useNameAndPicture(dropped: DroppedFile) {
  const { info, path } = dropped.kind === 'ready' ? dropped : { info: null, path: null };
  const icon = useFileIcon(path);
  const isRead = dropped.kind === 'ready' || dropped.kind === 'failed';
  return { name: info?.name ?? info?.id ?? dropped.file.name, picture: isRead ? icon : undefined };
}

function SecondLine({ dropped }: { readonly dropped: DroppedFile }) {
  const size = useFormat().bytes(dropped.file.size);
  return (
    <div className="row-second" aria-live={dropped.kind === 'failed' ? 'off' : 'polite'}>
      {dropped.kind === 'copying' && t('uploads.copying')}
      {dropped.kind === 'reading' && t('uploads.reading')}
      {dropped.kind === 'ready' && (
        <span dir="auto">
          {[t(`common.platform.${dropped.info.platform}`), dropped.info.id, size].join(' · ')}
        </span>
      )}
      {dropped.kind === 'failed' && size}
    </div>
  );
}

/** Second line of a build, which expands to its facts once the build is read. */
function BuildFacts({ dropped }: { readonly dropped: DroppedFile }) {
  const format = useFormat();
  if (dropped.kind !== 'ready') return <SecondLine dropped={dropped} />;
  return (
    <details className="read-facts">
      <summary>
        <SecondLine dropped={dropped} />
      </summary>
      <Facts facts={[installsFact(dropped.info.installability), ...packageFacts(dropped.info, format)]} />
      <TechnicalDetails info={dropped.info} />
    </details>
  );
}

function BuildWarnings({ dropped }: { readonly dropped: DroppedFile }) {
  if (dropped.kind !== 'ready' || dropped.info.warnings.length === 0) return null;
  return <Warnings warnings={dropped.info.warnings} installability={dropped.info.installability} />;
}
