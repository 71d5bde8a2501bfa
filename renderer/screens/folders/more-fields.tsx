import { type MoreDraft, withCurrent } from '../../logic/drafts/folder-draft.ts';
import { t } from '../../messages.ts';
import { Choice, SwitchField, TextAreaField, TextField } from '../../parts/fields.tsx';

type GroupProps = {
  readonly draft: MoreDraft;
  readonly onChange: (changes: Partial<MoreDraft>) => void;
};

type Props = Omit<GroupProps, 'onChange'> & {
  /** Why the folder to move to cannot be used. */
  readonly moveProblem: string | undefined;
  readonly onChange: (draft: MoreDraft) => void;
};

/** What most folders need not say: which files, when they count as finished, what becomes of them. */
export function MoreFields({ draft, moveProblem, onChange }: Props) {
  const set = (changes: Partial<MoreDraft>): void => onChange({ ...draft, ...changes });
  return (
    <details className="advanced" open={moveProblem !== undefined || undefined}>
      <summary>{t('folders.more')}</summary>
      <FileFields draft={draft} onChange={set} />
      <WatchingFields draft={draft} onChange={set} />
      <Choice
        label={t('folders.releaseNotes')}
        hint={t(`folders.releaseNotesHint.${draft.notes}`)}
        value={draft.notes}
        choices={[
          ['none', t('folders.releaseNotesChoices.none')],
          ['text', t('folders.releaseNotesChoices.text')],
          ['git', t('folders.releaseNotesChoices.git')],
        ]}
        onChoose={(notes) => set({ notes })}
      />
      {draft.notes === 'text' && (
        <TextAreaField
          label={t('folders.releaseNotesText')}
          rows={3}
          maxLength={10_000}
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
            error={moveProblem}
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

function FileFields({ draft, onChange }: GroupProps) {
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
        value={draft.include}
        onText={(include) => onChange({ include })}
      />
      <TextAreaField
        label={t('folders.exclude')}
        hint={t('folders.excludeHint')}
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
