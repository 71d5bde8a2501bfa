import { keepPreviousData } from '@tanstack/react-query';
import { type Ref, useEffect, useRef } from 'react';
import type { MappingEdit, MappingForm, MappingProblem } from '../../../../preload/page.ts';
import type { TextPosition } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { Button, TitleButton } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { JsonText, type TextHandle } from '../../../parts/json-text/json-text.tsx';
import { Totals } from '../../../parts/list/totals.tsx';
import { useActions } from '../../../state/actions.ts';
import { useApp } from '../../../state/app-state.ts';
import { callMain, useCallQuery, useCommand } from '../../../state/data/calls.ts';
import { isUnsaved, type MappingDraft } from '../../../state/drafts/mapping-draft.ts';
import { useStore } from '../../../state/store.ts';
import { ProblemList } from '../problem-list.tsx';
import { PushFrame } from '../push-frame.tsx';
import { MappingBar } from './mapping-bar.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { useOpenMapping, useReplaceDraft, useSaveMapping } from './open-mapping.ts';

export function MappingTab() {
  const draft = useStore(useApp().mapping);
  if (draft) return <Editor draft={draft} />;
  return (
    <PushFrame tab="mapping">
      <Start />
    </PushFrame>
  );
}

function Start() {
  const app = useApp();
  const { folder } = useStore(app.pushProject);
  const replace = useReplaceDraft();
  const open = useOpenMapping();
  const template = useCommand('push.mapping.template', (text) => replace({ path: null, saved: null, text }));
  const pathIn = useCommand('push.mapping.pathIn', (path) => open.open(path));
  const error = open.error ?? template.error ?? pathIn.error;
  return (
    <Empty drawing="folder" title={t('push-mapping.emptyTitle')} text={t('push-mapping.emptyText')}>
      {folder !== null && (
        <Button variant="primary" disabled={open.busy} onClick={() => pathIn.mutate({ folder })}>
          {t('push-mapping.ofProject', { folder })}
        </Button>
      )}
      <Button
        variant={folder === null ? 'primary' : 'plain'}
        onClick={() => app.dialog.set({ kind: 'mapping-path', to: 'open' })}
      >
        {t('push-mapping.open')}
      </Button>
      <Button onClick={() => template.mutate({})}>{t('push-mapping.newFile')}</Button>
      <Button onClick={() => replace({ path: null, saved: null, text: '' })}>
        {t('push-mapping.paste')}
      </Button>
      {error && <InlineFailure error={error} />}
    </Empty>
  );
}

function Editor({ draft }: { readonly draft: MappingDraft }) {
  const { mapping, mappingPosition, connection } = useApp();
  const edit = (change: MappingEdit): Promise<void> =>
    mapping.change((text) => callMain(connection.bridge, 'push.mapping.edit', { text, edit: change }));
  const position = useStore(mappingPosition);
  const text = useRef<TextHandle>(null);
  const goTo = (next: TextPosition): void => text.current?.goTo(next);
  const form = useMappingForm(draft.text);
  const save = useSaveMapping();
  useActions([
    { id: 'push.mapping.save', label: t('push-mapping.save'), keys: { key: 's' }, run: save.save },
  ]);
  useEffect(() => {
    if (!position) return;
    text.current?.goTo(position);
    mappingPosition.set(null);
  }, [position, mappingPosition]);
  const { path } = draft;
  const saveLabel = path === null ? t('push-mapping.saveAs') : t('push-mapping.save');
  return (
    <PushFrame
      tab="mapping"
      totals={
        <span role="status">
          <Totals parts={[isUnsaved(draft) ? t('push-mapping.unsaved') : path && t('push-mapping.saved')]} />
        </span>
      }
      actions={
        <TitleButton
          variant="primary"
          icon="check"
          label={save.busy ? t('push-mapping.saving') : saveLabel}
          disabled={save.busy || (path !== null && !isUnsaved(draft))}
          onClick={save.save}
        />
      }
    >
      <div className="mapping-editor">
        <MappingFields form={form.data} error={form.error} onEdit={edit} onGoTo={goTo} />
        <MappingText
          ref={text}
          text={draft.text}
          problems={form.data?.problems ?? null}
          onText={mapping.setText}
          onGoTo={goTo}
        />
      </div>
      <MappingBar draft={draft} error={save.error} />
    </PushFrame>
  );
}

function useMappingForm(text: string): {
  readonly data: MappingForm | null;
  readonly error: Error | null;
} {
  const { data = null, error } = useCallQuery(
    'push.mapping.read',
    { text },
    {
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  );
  return { data, error };
}

type Props = {
  readonly ref: Ref<TextHandle>;
  readonly text: string;
  readonly problems: readonly MappingProblem[] | null;
  readonly onText: (text: string) => void;
  readonly onGoTo: (position: TextPosition) => void;
};

function MappingText({ ref, text, problems, onText, onGoTo }: Props) {
  return (
    <section className="mapping-side" aria-label={t('push-mapping.text')}>
      <JsonText
        ref={ref}
        className="mapping-text"
        label={t('push-mapping.textLabel')}
        value={text}
        marks={problems ?? []}
        wraps={false}
        onText={onText}
      />
      <Problems problems={problems} onGoTo={onGoTo} />
    </section>
  );
}

type ProblemsProps = {
  readonly problems: readonly MappingProblem[] | null;
  readonly onGoTo: (position: TextPosition) => void;
};

function Problems({ problems, onGoTo }: ProblemsProps) {
  if (problems === null) return null;
  return (
    <div className="mapping-problems">
      <h3 className="visually-hidden">{t('push-mapping.problems')}</h3>
      <p className={problems.length === 0 ? 'mapping-fine' : 'visually-hidden'} role="status">
        {problems.length === 0 && <Icon name="check" />}
        {problems.length === 0
          ? t('push-mapping.noProblems')
          : t('push-mapping.countProblems', { count: problems.length })}
      </p>
      <ProblemList problems={problems} onGoTo={onGoTo} />
    </div>
  );
}
