import { type MoreDraft, withCurrent } from '../../logic/folder-draft.ts';
import { Choice, SwitchField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { useFormat } from '../../state/app-state.ts';
import { words } from '../../words/folders.ts';

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
      <summary>{words.more}</summary>
      <FileFields draft={draft} onChange={set} />
      <WatchingFields draft={draft} onChange={set} />
      <fieldset className="form-group">
        <legend>{words.afterwardsGroup}</legend>
        <Choice
          label={words.afterwards}
          hint={words.afterwardsHint[draft.afterwards]}
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
      </fieldset>
    </details>
  );
}

const usualDepths = [0, 1, 2, 3, 5];
const everyDepth = 'all';

function FileFields({ draft, onChange }: GroupProps) {
  const format = useFormat();
  const depths = withCurrent(usualDepths, draft.depth ?? 0);
  return (
    <fieldset className="form-group">
      <legend>{words.filesGroup}</legend>
      <Choice
        label={words.kinds}
        value={draft.kinds}
        choices={[
          ['both', words.kindChoices.both],
          ['apk', words.kindChoices.apk],
          ['ipa', words.kindChoices.ipa],
        ]}
        onChoose={(kinds) => onChange({ kinds })}
      />
      <Choice
        label={words.depth}
        hint={words.depthHint}
        value={draft.depth === null ? everyDepth : String(draft.depth)}
        choices={[
          [everyDepth, words.depthAll],
          ...depths.map((depth) => [String(depth), words.depthOf(depth, format.count(depth))] as const),
        ]}
        onChoose={(depth) => onChange({ depth: depth === everyDepth ? null : Number(depth) })}
      />
      <TextAreaField
        label={words.include}
        hint={words.includeHint}
        value={draft.include}
        onText={(include) => onChange({ include })}
      />
      <TextAreaField
        label={words.exclude}
        hint={words.excludeHint}
        value={draft.exclude}
        onText={(exclude) => onChange({ exclude })}
      />
    </fieldset>
  );
}

const usualQuiet = [300, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000];

function WatchingFields({ draft, onChange }: GroupProps) {
  const format = useFormat();
  return (
    <fieldset className="form-group">
      <legend>{words.watchingGroup}</legend>
      <SwitchField
        checked={draft.askFirst}
        label={words.askFirst}
        hint={words.askFirstHint}
        onChange={(askFirst) => onChange({ askFirst })}
      />
      <Choice
        label={words.quiet}
        hint={words.quietHint}
        value={String(draft.quietMs)}
        choices={withCurrent(usualQuiet, draft.quietMs).map(
          (ms) => [String(ms), words.seconds(format.count(ms / 1_000))] as const,
        )}
        onChoose={(ms) => onChange({ quietMs: Number(ms) })}
      />
      <Choice
        label={words.pollingLabel}
        hint={words.pollingHint}
        value={draft.polling}
        choices={[
          ['auto', words.pollingChoices.auto],
          ['always', words.pollingChoices.always],
          ['never', words.pollingChoices.never],
        ]}
        onChoose={(polling) => onChange({ polling })}
      />
    </fieldset>
  );
}
