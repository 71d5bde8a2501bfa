import { useEffect, useRef } from 'react';
import type { CallArguments, FolderDryRun } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useDryRun } from '../../state/data/calls.ts';

type Props = {
  readonly draft: CallArguments<'folders.dryRun'>;
  /**
   * Paths of unfinished builds that are already shown, one per line. The result omits these files. The dry
   * run is repeated when this list changes.
   */
  readonly unfinished?: string;
};

export function DryRun({ draft, unfinished = '' }: Props) {
  const dryRun = useDryRun('folders.dryRun');
  const triedWith = useRef(unfinished);
  useEffect(() => {
    if (triedWith.current === unfinished) return;
    triedWith.current = unfinished;
    if (dryRun.variables !== undefined && dryRun.isSuccess) dryRun.mutate(dryRun.variables);
  });
  return (
    <div className="dry-run">
      <div className="button-line">
        <Button disabled={draft.path === '' || dryRun.isPending} onClick={() => dryRun.mutate(draft)}>
          {dryRun.isPending ? t('folders.dryRunning') : t('folders.dryRun')}
        </Button>
      </div>
      <p className="field-hint">{t('folders.dryRunHint')}</p>
      {dryRun.error && <InlineFailure error={dryRun.error} />}
      {dryRun.data && (
        <DryRunResult key={dryRun.submittedAt} tried={dryRun.data} omitted={unfinished.split('\n')} />
      )}
    </div>
  );
}

type DryRunResult = FolderDryRun['files'][number];

type ResultProps = { readonly tried: FolderDryRun; readonly omitted: readonly string[] };

function DryRunResult({ tried, omitted }: ResultProps) {
  const shown = useRef<HTMLDivElement>(null);
  // The result appears below the button, where it may be outside the visible part of the dialog.
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const countOf = (verdict: DryRunResult['verdict']): number =>
    tried.files.filter((file) => file.verdict === verdict).length;
  const all = tried.files.length + tried.more;
  const sorted = tried.files
    .filter(({ path }) => !omitted.includes(path))
    .toSorted((a, b) => Number(b.verdict === 'upload') - Number(a.verdict === 'upload'));
  return (
    <div ref={shown} className="dry-run">
      <Status>
        <p>
          {tried.files.length === 0
            ? t('folders.dryRunNoBuilds')
            : dryRunText(countOf('upload'), countOf('unfinished'), all)}
        </p>
      </Status>
      {sorted.length > 0 && (
        <section className="dry-run-files" aria-label={t('folders.dryRunFiles')}>
          <ul>
            {sorted.slice(0, maxShown).map((file) => (
              <DryRunFile key={file.path} file={file} />
            ))}
          </ul>
          {all > maxShown && <p className="quiet">{t('folders.dryRunMore', { count: all - maxShown })}</p>}
        </section>
      )}
    </div>
  );
}

const maxShown = 200;

const verdictIcons = {
  upload: ['check', 'tone-good'],
  unfinished: ['waiting', 'tone-quiet'],
  seen: ['cancelled', 'tone-quiet'],
  earlier: ['cancelled', 'tone-quiet'],
  'not-wanted': ['cancelled', 'tone-quiet'],
} as const satisfies Record<DryRunResult['verdict'], readonly [IconName, string]>;

function DryRunFile({ file }: { readonly file: DryRunResult }) {
  const format = useFormat();
  const facts = [
    file.size === null ? null : format.bytes(file.size),
    file.modifiedAt === null ? null : format.moment(file.modifiedAt, Date.now()),
  ].filter((fact) => fact !== null);
  const [icon, tone] = verdictIcons[file.verdict];
  return (
    <li className="dry-run-file">
      <Icon name={icon} className={tone} />
      <div>
        <p className="waiting-name" title={file.path}>
          <bdi>{file.relativePath}</bdi>
        </p>
        <p className="row-note">{[t(`folders.verdict.${file.verdict}`), ...facts].join(' · ')}</p>
        {file.reason !== null && (
          <p className="quiet" dir="auto">
            {file.reason}
          </p>
        )}
      </div>
    </li>
  );
}

function dryRunText(uploads: number, unfinished: number, all: number): string {
  if (uploads === 0 && unfinished > 0) return t('folders.dryRunLater', { count: unfinished });
  if (unfinished > 0) return t('folders.dryRunSomeNow', { count: uploads, all, unfinished });
  if (uploads === 0) return t('folders.dryRunNone', { count: all });
  if (uploads === all) return t('folders.dryRunAll', { count: all });
  return t('folders.dryRunSome', { count: uploads, all });
}
