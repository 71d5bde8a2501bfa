import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FolderProblems, type MoreDraft, withCurrent } from '../../logic/drafts/folder-draft.ts';
import { t } from '../../messages.ts';
import { Choice, SwitchField, TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { ReleaseNoteField } from '../../parts/fields/release-note-field.tsx';

type GroupProps = {
  readonly draft: MoreDraft;
  readonly problems: FolderProblems;
  readonly onChange: (changes: Partial<MoreDraft>) => void;
};

type Props = Omit<GroupProps, 'onChange'> & {
  readonly onChange: (draft: MoreDraft) => void;
  /** What else is folded, before the rest. */
  readonly children: ReactNode;
};

/**
 * What most folders need not say: which files, when they count as finished, what becomes of them. A problem unfolds it and
 * gets the focus.
 */
export function MoreFields({ draft, problems, onChange, children }: Props) {
  const set = (changes: Partial<MoreDraft>): void => onChange({ ...draft, ...changes });
  const place = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const { path, ...folded } = problems;
  const wrong = Object.values(folded).some((problem) => problem !== undefined);
  useEffect(() => {
    if (!wrong) return;
    if (place.current) place.current.open = true;
    place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return (
    <details
      ref={place}
      className="advanced"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('folders.more')}</summary>
      {children}
      <FileFields draft={draft} problems={problems} onChange={set} />
      <WatchingFields draft={draft} problems={problems} onChange={set} />
      <Choice
        label={t('folders.releaseNotes')}
        hint={t(`folders.releaseNotesHint.${draft.notes}`)}
        error={problems.notes}
        value={draft.notes}
        choices={[
          ['none', t('folders.releaseNotesChoices.none')],
          ['text', t('folders.releaseNotesChoices.text')],
          ['git', t('folders.releaseNotesChoices.git')],
        ]}
        onChoose={(notes) => set({ notes })}
      />
      {draft.notes === 'text' && (
        <ReleaseNoteField
          label={t('folders.releaseNotesText')}
          rows={3}
          value={draft.notesText}
          onText={(notesText) => set({ notesText })}
        />
      )}
      <fieldset className="form-group">
        <legend>{t('folders.afterUploadGroup')}</legend>
        <Choice
          label={t('folders.afterUpload')}
          hint={t(`folders.afterUploadHint.${draft.afterUpload}`)}
          value={draft.afterUpload}
          choices={[
            ['leave', t('folders.afterUploadChoices.leave')],
            ['move', t('folders.afterUploadChoices.move')],
            ['delete', t('folders.afterUploadChoices.delete')],
          ]}
          onChoose={(afterUpload) => set({ afterUpload })}
        />
        {draft.afterUpload === 'move' && (
          <TextField
            label={t('folders.moveTo')}
            required
            hint={t('folders.moveToHint')}
            error={problems.moveTo}
            dir="auto"
            value={draft.moveTo}
            onText={(moveTo) => set({ moveTo })}
          />
        )}
      </fieldset>
    </details>
  );
}

const usualDepths = [0, 1, 2, 3, 5];
const everyDepth = 'all';

function FileFields({ draft, problems, onChange }: GroupProps) {
  const depths = withCurrent(usualDepths, draft.depth ?? 0);
  return (
    <fieldset className="form-group">
      <legend>{t('folders.filesGroup')}</legend>
      <Choice
        label={t('folders.kinds')}
        value={draft.kinds}
        choices={[
          ['both', t('folders.kindChoices.both')],
          ['apk', t('folders.kindChoices.apk')],
          ['ipa', t('folders.kindChoices.ipa')],
        ]}
        onChoose={(kinds) => onChange({ kinds })}
      />
      <Choice
        label={t('folders.depth')}
        hint={t('folders.depthHint')}
        value={draft.depth === null ? everyDepth : String(draft.depth)}
        choices={[
          [everyDepth, t('folders.depthAll')],
          ...depths.map((depth) => [String(depth), t('folders.depthOf', { count: depth })] as const),
        ]}
        onChoose={(depth) => onChange({ depth: depth === everyDepth ? null : Number(depth) })}
      />
      <TextAreaField
        label={t('folders.include')}
        hint={t('folders.includeHint')}
        error={problems.include}
        value={draft.include}
        onText={(include) => onChange({ include })}
      />
      <TextAreaField
        label={t('folders.exclude')}
        hint={t('folders.excludeHint')}
        error={problems.exclude}
        value={draft.exclude}
        onText={(exclude) => onChange({ exclude })}
      />
    </fieldset>
  );
}

const usualQuiet = [300, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000];

function WatchingFields({ draft, onChange }: GroupProps) {
  return (
    <fieldset className="form-group">
      <legend>{t('folders.watchingGroup')}</legend>
      <SwitchField
        checked={draft.askFirst}
        label={t('folders.askFirst')}
        hint={t('folders.askFirstHint')}
        onChange={(askFirst) => onChange({ askFirst })}
      />
      <Choice
        label={t('folders.quiet')}
        hint={t('folders.quietHint')}
        value={String(draft.quietMs)}
        choices={withCurrent(usualQuiet, draft.quietMs).map(
          (ms) => [String(ms), t('folders.seconds', { number: ms / 1_000 })] as const,
        )}
        onChoose={(ms) => onChange({ quietMs: Number(ms) })}
      />
      <Choice
        label={t('folders.pollingLabel')}
        hint={t('folders.pollingHint')}
        value={draft.polling}
        choices={[
          ['auto', t('folders.pollingChoices.auto')],
          ['always', t('folders.pollingChoices.always')],
          ['never', t('folders.pollingChoices.never')],
        ]}
        onChoose={(polling) => onChange({ polling })}
      />
    </fieldset>
  );
}
