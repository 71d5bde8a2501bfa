import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectView, RuleView } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { Button, IconButton, TitleButton } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { chooseBuilds } from '../../../parts/fields/file-input.tsx';
import { JsonField } from '../../../parts/json-text/json-text.tsx';
import { Totals } from '../../../parts/list/totals.tsx';
import { PathText } from '../../../parts/path-text.tsx';
import { Status } from '../../../parts/status.tsx';
import { useActions } from '../../../state/actions.ts';
import { useApp } from '../../../state/app-state.ts';
import { pathOf, useCallQuery, useCommand } from '../../../state/data/calls.ts';
import { useStore } from '../../../state/store.ts';
import { ReadFailure } from '../../query-state.tsx';
import { PushFrame } from '../push-frame.tsx';
import { ProjectField, RecentProjects } from './project-chooser.tsx';
import { RuleCard } from './rule-card.tsx';

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
        <ProjectField onChoose={choose} />
        <RecentProjects title={t('push.recent')} onChoose={choose} />
        <OtherParts />
      </div>
    </PushFrame>
  );
}

function OtherParts() {
  const { screen } = useApp();
  return (
    <section className="push-others" aria-label={t('push.others')}>
      <h3>{t('push.others')}</h3>
      <ul>
        {(['mapping', 'simulator', 'messages'] as const).map((tab) => (
          <li key={tab}>
            <Button variant="quiet" onClick={() => screen.go({ kind: 'push', tab })}>
              {t(`push.tabs.${tab}`)}
            </Button>
            <p className="field-hint">{t(`push.about.${tab}`)}</p>
          </li>
        ))}
      </ul>
    </section>
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
  const report = useCallQuery('push.project.check', input, {
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const again = (): void => void report.refetch();
  const [first, setFirst] = useState<ProjectView | null>(null);
  if (report.data && first === null) setFirst(report.data);
  useActions([{ id: 'push.project.check', label: t('push.checkAgain'), run: again }]);
  return (
    <PushFrame
      tab="project"
      totals={report.data && <ProjectTotals report={report.data} />}
      actions={
        <TitleButton
          icon="reload"
          label={t('push.checkAgain')}
          disabled={report.isFetching}
          onClick={() => {
            setFirst(null);
            again();
          }}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="page push-page" tabIndex={0} aria-label={t('push.rulesOf', { folder })}>
        <CompareWith />
        <ReadFailure answer={report}>
          <Button onClick={() => pushProject.set({ ...pushProject.get(), folder: null })}>
            {t('push.otherProject')}
          </Button>
        </ReadFailure>
        {report.isPending && !report.error && <Loading />}
        {report.data && !report.error && (
          <ol className="push-rules">
            {brokenFirst(report.data.rules, first?.rules ?? []).map((rule) => (
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
      <ProjectBar folder={report.data?.folder ?? folder} />
    </PushFrame>
  );
}

const ranks = { fail: 0, unclear: 1, pass: 2 } as const;

/** Sorts rules by their first verdict, so that a rule keeps its position when it is fixed. */
function brokenFirst(rules: ProjectView['rules'], first: ProjectView['rules']): ProjectView['rules'] {
  const verdicts = new Map([...rules, ...first].map(({ rule, verdict }) => [rule, verdict]));
  const rankOf = (rule: RuleView): number => ranks[verdicts.get(rule.rule) ?? rule.verdict];
  return [...rules].sort((a, b) => rankOf(a) - rankOf(b));
}

function ProjectTotals({ report: { rules } }: { readonly report: ProjectView }) {
  const count = (verdict: ProjectView['verdict']): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const [failed, open, passed] = [count('fail'), count('unclear'), count('pass')];
  return (
    <Status>
      <Totals
        parts={[
          failed > 0 && t('push.countFailed', { count: failed }),
          open > 0 && t('push.countOpen', { count: open }),
          t('push.countMet', { count: passed }),
        ]}
      />
    </Status>
  );
}

function ProjectBar({ folder }: { readonly folder: string }) {
  const { pushProject } = useApp();
  const show = useCommand('app.showInFolder');
  return (
    <div className="screen-note screen-note-bar">
      <p>
        <PathText path={folder} />
      </p>
      <div className="button-line">
        <Button onClick={() => show.mutate({ path: folder })}>{t('common.showInFolder')}</Button>
        <Button onClick={() => pushProject.set({ ...pushProject.get(), folder: null })}>
          {t('push.otherProject')}
        </Button>
      </div>
      {show.error && <InlineFailure error={show.error} />}
    </div>
  );
}

function CompareWith() {
  const app = useApp();
  const { build, message } = useStore(app.pushProject);
  const [draft, setDraft] = useState(message);
  const [failure, setFailure] = useState<unknown>(null);
  const set = (change: Partial<ReturnType<typeof app.pushProject.get>>): void =>
    app.pushProject.set({ ...app.pushProject.get(), ...change });
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFailure(null);
    set({ build: { path: await pathOf(app.connection.bridge, file), name: file.name } });
  };
  return (
    <details className="advanced push-compare" open={build !== null || message !== '' ? true : undefined}>
      <summary>{t('push.compare')}</summary>
      <div className="push-compare-body">
        <p className="field-hint">{t('push.compareText')}</p>
        <div className="push-build">
          {build === null ? (
            <Button icon="add" onClick={() => chooseBuilds(([file]) => void read(file).catch(setFailure))}>
              {t('push.chooseBuild')}
            </Button>
          ) : (
            <>
              <span className="wrap-anywhere">
                {t('push.buildName')} <bdi>{build.name}</bdi>
              </span>
              <IconButton icon="close" label={t('push.withoutBuild')} onClick={() => set({ build: null })} />
            </>
          )}
        </div>
        {failure !== null && <InlineFailure error={failure} />}
        <JsonField
          className="push-message"
          label={t('push.message')}
          hint={t('push.messageHint')}
          value={draft}
          onText={setDraft}
        />
        <div className="button-line">
          <Button disabled={draft === message} onClick={() => set({ message: draft })}>
            {t('push.useMessage')}
          </Button>
        </div>
      </div>
    </details>
  );
}
