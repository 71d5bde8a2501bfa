import { type ReactNode, useId } from 'react';
import { versionText } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Icon } from '../../../parts/icons.tsx';
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
          <SecondLine dropped={dropped} />
          {dropped.kind === 'failed' && <InlineFailure failure={dropped.failure} />}
          {dropped.kind === 'ready' && <BuildFacts dropped={dropped} summary={t('uploads.everythingRead')} />}
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

export function BuildList({ dropped, leftOut, onLeaveOut }: ListProps) {
  const files = dropped.filter(({ kind }) => kind === 'ready').map(({ file }) => file);
  const all = files.every((file) => !leftOut.has(file));
  const some = files.some((file) => !leftOut.has(file));
  const failed = dropped.filter(({ kind }) => kind === 'failed').length;
  return (
    <div className="builds">
      {files.length > 0 && (
        <div className="builds-head">
          {files.length > 1 && (
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
          )}
          {failed > 0 && (
            <Status>
              <span className="row-state">
                <Icon name="failed" className="tone-failed" /> {t('uploads.cannotUpload', { count: failed })}
              </span>
            </Status>
          )}
        </div>
      )}
      <ul
        aria-label={t('uploads.builds')}
        // Without focusable items, the list itself must be focusable for scrolling by keyboard.
        {...(files.length === 0 ? { tabIndex: 0 } : {})}
      >
        {dropped.map((each) => (
          <BuildRow
            key={`${each.file.name} ${each.file.size} ${each.file.lastModified}`}
            dropped={each}
            chosen={!leftOut.has(each.file)}
            onToggle={() => onLeaveOut(toggled(leftOut, each.file))}
          />
        ))}
      </ul>
    </div>
  );
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
  const isReady = dropped.kind === 'ready';
  return (
    <li className="build">
      {isReady && <input id={id} type="checkbox" checked={chosen} onChange={onToggle} />}
      <Tile name={name} picture={picture} />
      <label htmlFor={isReady ? id : undefined} className="row-first">
        <bdi className="row-name">{name}</bdi>
        {isReady && <bdi className="row-version">{versionText(dropped.info)}</bdi>}
      </label>
      {isReady ? (
        <BuildFacts dropped={dropped} summary={<SecondLine dropped={dropped} />} />
      ) : (
        <SecondLine dropped={dropped} />
      )}
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
      {dropped.kind === 'failed' && `${size} · ${t('uploads.notUploaded')}`}
    </div>
  );
}

type FactsProps = {
  readonly dropped: Extract<DroppedFile, { kind: 'ready' }>;
  readonly summary: ReactNode;
};

function BuildFacts({ dropped, summary }: FactsProps) {
  const format = useFormat();
  return (
    <details className="read-facts">
      <summary>{summary}</summary>
      <Facts facts={[installsFact(dropped.info.installability), ...packageFacts(dropped.info, format)]} />
      <TechnicalDetails info={dropped.info} />
    </details>
  );
}

function BuildWarnings({ dropped }: { readonly dropped: DroppedFile }) {
  if (dropped.kind !== 'ready' || dropped.info.warnings.length === 0) return null;
  return <Warnings warnings={dropped.info.warnings} installability={dropped.info.installability} />;
}
