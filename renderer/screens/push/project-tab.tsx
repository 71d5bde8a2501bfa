import { keepPreviousData } from '@tanstack/react-query';
import type { ProjectView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Status } from '../../parts/status.tsx';
import { useActions } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useAnswer, useAsk } from '../../state/calls.ts';
import { useStore } from '../../state/store.ts';
import { CompareWith } from './compare-with.tsx';
import { FolderField, RecentProjects } from './project-chooser.tsx';
import { PushFrame } from './push-frame.tsx';
import { RuleCard } from './rule-card.tsx';

/** Whether a project can receive pushes, rule by rule. */
export function ProjectTab() {
  const { pushProject } = useApp();
  const { folder } = useStore(pushProject);
  const choose = (next: string): void => pushProject.set({ ...pushProject.get(), folder: next });
  if (folder !== null) return <CheckedProject key={folder} folder={folder} />;
  return (
    <PushFrame tab="project">
      <div className="push-start">
        <h2>{t('push.emptyTitle')}</h2>
        <p dir="auto">{t('push.emptyText')}</p>
        <FolderField
          label={t('push.folder')}
          hint={t('push.folderHint')}
          button={t('push.check')}
          onChoose={choose}
        />
        <RecentProjects title={t('push.recent')} onChoose={choose} />
      </div>
    </PushFrame>
  );
}

function CheckedProject({ folder }: { readonly folder: string }) {
  const { pushProject } = useApp();
  const { build, message } = useStore(pushProject);
  const input = {
    folder,
    ...(build === null ? {} : { build: build.path }),
    ...(message.trim() === '' ? {} : { message }),
  };
  const report = useAnswer(['push', 'project', input], 'push.project.check', input, {
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const again = (): void => void report.refetch();
  useActions([{ id: 'push.project.check', label: t('push.checkAgain'), run: again }]);
  return (
    <PushFrame tab="project" totals={report.data && <Totals report={report.data} />}>
      <ProjectBar folder={report.data?.folder ?? folder} busy={report.isFetching} onAgain={again} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="page push-page" tabIndex={0} aria-label={t('push.rulesOf', { folder })}>
        <CompareWith />
        {report.error && (
          <InlineFailure error={report.error}>
            <Button disabled={report.isFetching} onClick={again}>
              {t('common.retry')}
            </Button>
            <Button onClick={() => pushProject.set({ ...pushProject.get(), folder: null })}>
              {t('push.otherProject')}
            </Button>
          </InlineFailure>
        )}
        {report.isPending && !report.error && <Loading />}
        {report.data && !report.error && (
          <ol className="push-rules">
            {report.data.rules.map((rule) => (
              <RuleCard
                key={rule.rule}
                folder={folder}
                mappingPath={report.data.mappingPath}
                rule={rule}
                onChanged={again}
              />
            ))}
          </ol>
        )}
      </section>
    </PushFrame>
  );
}

function Totals({ report: { rules } }: { readonly report: ProjectView }) {
  const count = (verdict: ProjectView['verdict']): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const [failed, open, met] = [count('fail'), count('cannot-tell'), count('pass')];
  return (
    <Status>
      {[
        ...(failed > 0 ? [t('push.countFailed', { count: failed })] : []),
        ...(open > 0 ? [t('push.countOpen', { count: open })] : []),
        t('push.countMet', { count: met }),
      ].join(' · ')}
    </Status>
  );
}

type BarProps = { readonly folder: string; readonly busy: boolean; readonly onAgain: () => void };

function ProjectBar({ folder, busy, onAgain }: BarProps) {
  const { pushProject } = useApp();
  const show = useAsk('app.showInFolder');
  return (
    <div className="place-note place-note-bar">
      <p>
        <bdi className="push-name">{folder}</bdi>
      </p>
      <div className="button-line">
        <Button disabled={busy} onClick={onAgain}>
          {t('push.checkAgain')}
        </Button>
        <Button onClick={() => show.mutate({ path: folder })}>{t('common.showInFolder')}</Button>
        <Button onClick={() => pushProject.set({ ...pushProject.get(), folder: null })}>
          {t('push.otherProject')}
        </Button>
      </div>
      {show.error && <InlineFailure error={show.error} />}
    </div>
  );
}
