import { keepPreviousData } from '@tanstack/react-query';
import type { ProjectView } from '../../../preload/contract.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useActions } from '../../state/actions.ts';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAnswer, useAsk } from '../../state/calls.ts';
import { useStore } from '../../state/store.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/push.ts';
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
        <h2>{words.emptyTitle}</h2>
        <p dir="auto">{words.emptyText}</p>
        <FolderField label={words.folder} hint={words.folderHint} button={words.check} onChoose={choose} />
        <RecentProjects title={words.recent} onChoose={choose} />
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
  useActions([{ id: 'push.project.check', label: words.checkAgain, run: again }]);
  return (
    <PushFrame tab="project" totals={report.data && <Totals report={report.data} />}>
      <ProjectBar folder={report.data?.folder ?? folder} busy={report.isFetching} onAgain={again} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="page push-page" tabIndex={0} aria-label={words.rulesOf(folder)}>
        <CompareWith />
        {report.error && (
          <InlineFailure error={report.error}>
            <Button disabled={report.isFetching} onClick={again}>
              {common.retry}
            </Button>
            <Button onClick={() => pushProject.set({ ...pushProject.get(), folder: null })}>
              {words.otherProject}
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
  const format = useFormat();
  const count = (verdict: ProjectView['verdict']): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const [failed, open, met] = [count('fail'), count('cannot-tell'), count('pass')];
  return (
    <span role="status">
      {[
        ...(failed > 0 ? [words.countFailed(failed, format.count(failed))] : []),
        ...(open > 0 ? [words.countOpen(open, format.count(open))] : []),
        words.countMet(met, format.count(met)),
      ].join(' · ')}
    </span>
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
          {words.checkAgain}
        </Button>
        <Button onClick={() => show.mutate({ path: folder })}>{common.showInFolder}</Button>
        <Button onClick={() => pushProject.set({ ...pushProject.get(), folder: null })}>
          {words.otherProject}
        </Button>
      </div>
      {show.error && <InlineFailure error={show.error} />}
    </div>
  );
}
