import type { MoreDraft } from '../../logic/folder-draft.ts';
import { Choice, SwitchField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { words } from '../../words/folders.ts';

type Props = {
  readonly draft: MoreDraft;
  /** Why the folder to move to cannot be used. */
  readonly moveProblem: string | undefined;
  readonly onChange: (draft: MoreDraft) => void;
};

/** What most folders need not say: which files, whether to ask, what becomes of the file. */
export function MoreFields({ draft, moveProblem, onChange }: Props) {
  const set = (changes: Partial<MoreDraft>): void => onChange({ ...draft, ...changes });
  return (
    <details className="advanced" open={moveProblem !== undefined || undefined}>
      <summary>{words.more}</summary>
      <Choice
        label={words.kinds}
        value={draft.kinds}
        choices={[
          ['both', words.kindChoices.both],
          ['apk', words.kindChoices.apk],
          ['ipa', words.kindChoices.ipa],
        ]}
        onChoose={(kinds) => set({ kinds })}
      />
      <TextAreaField
        label={words.include}
        hint={words.includeHint}
        value={draft.include}
        onText={(include) => set({ include })}
      />
      <TextAreaField
        label={words.exclude}
        hint={words.excludeHint}
        value={draft.exclude}
        onText={(exclude) => set({ exclude })}
      />
      <SwitchField
        checked={draft.askFirst}
        label={words.askFirst}
        hint={words.askFirstHint}
        onChange={(askFirst) => set({ askFirst })}
      />
      <Choice
        label={words.afterwards}
        value={draft.afterwards}
        choices={[
          ['leave', words.afterwardsChoices.leave],
          ['move', words.afterwardsChoices.move],
          ['delete', words.afterwardsChoices.delete],
        ]}
        onChoose={(afterwards) => set({ afterwards })}
      />
      {draft.afterwards === 'move' && (
        <TextField
          label={words.moveTo}
          hint={words.moveToHint}
          error={moveProblem}
          dir="auto"
          value={draft.moveTo}
          onText={(moveTo) => set({ moveTo })}
        />
      )}
      <Choice
        label={words.pollingLabel}
        hint={words.pollingHint}
        value={draft.polling}
        choices={[
          ['auto', words.pollingChoices.auto],
          ['always', words.pollingChoices.always],
          ['never', words.pollingChoices.never],
        ]}
        onChoose={(polling) => set({ polling })}
      />
    </details>
  );
}
