import { useId, useState } from 'react';
import {
  type AccessTokenProblems,
  newAccessToken,
  readAccessToken,
  tokenActs,
  tokenDays,
} from '../../logic/drafts/access-token-draft.ts';
import { t } from '../../messages.ts';
import { Choice, TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { FormDialog } from '../../parts/overlays/dialog.tsx';
import { useAsk } from '../../state/data/calls.ts';
import { MadeDialog } from './sign-in-dialogs.tsx';

export function AccessTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(newAccessToken);
  const [problems, setProblems] = useState<AccessTokenProblems>({});
  const add = useAsk('service.addAccessToken');
  const change = (changed: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...changed });
    setProblems({});
  };
  const submit = (): void => {
    const read = readAccessToken(draft, Date.now());
    if ('problems' in read) setProblems(read.problems);
    else if (!add.isPending) add.mutate(read.token);
  };
  if (add.data) {
    return (
      <MadeDialog
        title={t('service.addTokenTitle')}
        text={t('service.madeToken', { name: add.data.name })}
        secret={add.data.token}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('service.addTokenTitle')}
      button={add.isPending ? t('service.making') : t('service.add')}
      disabled={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('service.name')}
        hint={t('service.tokenNameHint')}
        required
        dir="auto"
        value={draft.name}
        error={problems.name}
        onText={(name) => change({ name })}
      />
      <Choice
        label={t('service.tokenApps')}
        value={draft.which}
        choices={[
          ['some', t('service.tokenSomeApps')],
          ['all', t('service.tokenAllApps')],
        ]}
        onChoose={(which) => change({ which })}
      />
      {draft.which === 'some' && (
        <TextAreaField
          label={t('service.tokenAppIds')}
          hint={t('service.tokenAppIdsHint')}
          value={draft.apps}
          error={problems.apps}
          onText={(apps) => change({ apps })}
        />
      )}
      <ActChoices acts={draft.acts} error={problems.acts} onChange={(acts) => change({ acts })} />
      <Choice
        label={t('service.tokenEnds')}
        value={draft.days}
        choices={tokenDays.map((days) => [
          days,
          days === 'never' ? t('service.tokenNever') : t('service.tokenDays', { count: Number(days) }),
        ])}
        onChoose={(days) => change({ days })}
      />
    </FormDialog>
  );
}

type ActsProps = {
  readonly acts: typeof newAccessToken.acts;
  readonly error: string | undefined;
  readonly onChange: (acts: typeof newAccessToken.acts) => void;
};

function ActChoices({ acts, error, onChange }: ActsProps) {
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="field-label">{t('service.tokenMay')}</legend>
      <div className="team-choices">
        {tokenActs.map((act) => (
          <label key={act} className="team-choice">
            <input
              type="checkbox"
              checked={acts.has(act)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              onChange={() =>
                onChange(new Set(tokenActs.filter((each) => (each === act) !== acts.has(each))))
              }
            />
            {t(`service.tokenAct.${act}`)}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
