import { useId } from 'react';
import {
  accessTokenProblems,
  accessTokenValues,
  newAccessToken,
  tokenDays,
  tokenScopes,
} from '../../logic/drafts/access-token-draft.ts';
import { withToggled } from '../../logic/selection.ts';
import { t } from '../../messages.ts';
import { Choice, FieldError, options, TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { FormDialog } from '../../parts/overlays/dialog.tsx';
import { useCommand } from '../../state/data/calls.ts';
import { useForm } from '../../state/drafts/form.ts';
import { CreatedSecretDialog } from './credential-dialogs.tsx';

export function AccessTokenDialog() {
  const add = useCommand('service.addAccessToken');
  const form = useForm(newAccessToken, [add]);
  const { draft } = form;
  const submit = (): void => {
    if (form.check(() => accessTokenProblems(draft))) add.mutate(accessTokenValues(draft, Date.now()));
  };
  if (add.data) {
    const text = t('service.madeToken', { name: add.data.name });
    return <CreatedSecretDialog title={t('service.tokenAdded')} text={text} secret={add.data.token} />;
  }
  return (
    <FormDialog
      title={t('service.addTokenTitle')}
      button={t('service.add')}
      busyButton={t('service.making')}
      state={form}
      onSubmit={submit}
    >
      <TextField
        label={t('service.name')}
        hint={t('service.tokenNameHint')}
        required
        dir="auto"
        {...form.text('name')}
      />
      <Choice
        label={t('service.tokenApps')}
        choices={[
          ['some', t('service.tokenSomeApps')],
          ['all', t('service.tokenAllApps')],
        ]}
        {...form.choice('which')}
      />
      {draft.which === 'some' && (
        <TextAreaField
          label={t('service.tokenAppIds')}
          hint={t('service.tokenAppIdsHint')}
          {...form.text('apps')}
        />
      )}
      <ScopeChoices
        scopes={draft.scopes}
        error={form.problems.scopes}
        onToggle={(act) => form.change({ scopes: withToggled(draft.scopes, act) })}
      />
      <Choice
        label={t('service.tokenEnds')}
        choices={options(tokenDays, (days) =>
          days === 'never' ? t('service.tokenNever') : t('service.tokenDays', { count: Number(days) }),
        )}
        {...form.choice('days')}
      />
    </FormDialog>
  );
}

type ScopesProps = {
  readonly scopes: typeof newAccessToken.scopes;
  readonly error: string | undefined;
  readonly onToggle: (act: (typeof tokenScopes)[number]) => void;
};

function ScopeChoices({ scopes, error, onToggle }: ScopesProps) {
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="field-label">{t('service.tokenMay')}</legend>
      <div className="team-choices">
        {tokenScopes.map((act) => (
          <label key={act} className="team-choice">
            <input
              type="checkbox"
              checked={scopes.has(act)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              onChange={() => onToggle(act)}
            />
            {t(`service.tokenAct.${act}`)}
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
