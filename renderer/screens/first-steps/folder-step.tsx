import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AccountView, FolderView, FoundProject } from '../../../preload/page.ts';
import {
  firstFolder,
  likelyChoice,
  presetChoices,
  type WatchChoice,
} from '../../logic/drafts/first-folder.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { FieldError } from '../../parts/fields/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { failureOf, useCallQuery, useCommand } from '../../state/data/calls.ts';
import { focusIfFree } from '../../state/window/focus-restore.ts';
import { CustomFolder, WatchChoices } from './other-folder.tsx';
import { BackButton, StepHead } from './step-head.tsx';

export type FolderEntry = {
  /** Undefined until the user chooses; null if the user has emptied the field. */
  readonly picked: WatchChoice | null | undefined;
  readonly typed: string;
};

type Props = {
  readonly account: AccountView;
  readonly entry: FolderEntry;
  readonly onEntry: (entry: FolderEntry) => void;
  readonly onAdded: (folder: FolderView) => void;
  readonly onLater: () => void;
  readonly onBack: () => void;
};

export function FolderStep({ account, entry, onEntry, onAdded, onLater, onBack }: Props) {
  const app = useApp();
  const projects = useCallQuery('settings.projects', {}, { staleTime: 60_000 });
  const found = projects.data ?? [];
  const chosen = entry.picked === undefined ? likelyChoice(found) : entry.picked;
  const [isMissing, setIsMissing] = useState(false);
  const add = useCommand('folders.add', (folder) => {
    onAdded(folder);
    app.screen.goTo('uploads');
  });
  const choose = (picked: WatchChoice | null, typed = entry.typed): void => {
    onEntry({ picked, typed });
    setIsMissing(false);
    if (!add.isPending) add.reset();
  };
  const watch = (wait: boolean): void => {
    if (chosen === null) setIsMissing(true);
    else if (!add.isPending) add.mutate(firstFolder(chosen, account.id, wait));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    watch(false);
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (projects.isPending) return;
    const fields = form.current;
    focusIfFree(
      fields?.querySelector<HTMLElement>('input:checked') ?? fields?.querySelector('input') ?? null,
    );
  }, [projects.isPending]);
  const isTyped = !found.some(({ presets }) => presets.some(({ path }) => path === chosen?.path));
  const failure = add.error && failureOf(add.error);
  const refused = isTyped && failure?.field === 'path' ? failure.message : undefined;
  const missing = isMissing ? t('first-steps.nothingChosen') : undefined;
  return (
    <form ref={form} className="first-folder" onSubmit={submit} noValidate>
      <StepHead number={2} title={t('first-steps.folderTitle')} text={t('first-steps.folderText')} />
      {/* Stays if no project was found, so that no button moves under the pointer. */}
      {(projects.isPending || projects.data?.length === 0) && (
        <p className="quiet" role="status">
          {projects.isPending ? t('first-steps.searching') : t('first-steps.noneFound')}
        </p>
      )}
      {projects.error && <InlineFailure error={projects.error} />}
      <Projects projects={found} chosen={chosen} onChoose={choose} />
      <CustomFolder
        label={found.length > 0 ? t('first-steps.other') : t('folders.path')}
        problem={refused ?? (found.length > 0 ? undefined : missing)}
        typed={entry.typed}
        chosen={chosen}
        onChoose={choose}
      />
      <p className="field-hint">{t('first-steps.outcome', { account: account.name })}</p>
      {missing && found.length > 0 && <FieldError role="alert">{missing}</FieldError>}
      {failure && !refused && <InlineFailure failure={failure} />}
      {failure?.code === 'watcher/missing' && (
        <div className="button-line">
          <Button onClick={() => watch(true)}>{t('first-steps.waitInstead')}</Button>
        </div>
      )}
      <div className="button-line">
        <Button variant="primary" type="submit" disabled={add.isPending}>
          {t('first-steps.watch')}
        </Button>
        <Button onClick={onLater}>{t('first-steps.later')}</Button>
        <BackButton onClick={onBack} />
      </div>
    </form>
  );
}

type ProjectsProps = {
  readonly projects: readonly FoundProject[];
  readonly chosen: WatchChoice | null;
  readonly onChoose: (choice: WatchChoice) => void;
};

const shownAtFirst = 3;

/** Shows the most recent projects, and other projects on request. */
function Projects({ projects, chosen, onChoose }: ProjectsProps) {
  const [all, setAll] = useState(false);
  if (projects.length === 0) return null;
  const shown = all ? projects : projects.slice(0, shownAtFirst);
  const more = projects.length - shown.length;
  return (
    <section aria-label={t('first-steps.projects')}>
      <h3>{t('first-steps.projects')}</h3>
      {shown.map(({ name, path, displayPath, presets }) => (
        <WatchChoices
          key={path}
          name={t('first-steps.inProject', { project: name })}
          heading={name}
          path={displayPath}
          base={path}
          choices={presetChoices(presets)}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
      {more > 0 && (
        <div className="button-line">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {t('first-steps.moreProjects', { count: more })}
          </Button>
        </div>
      )}
    </section>
  );
}
