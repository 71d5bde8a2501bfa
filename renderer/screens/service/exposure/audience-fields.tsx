import { useId } from 'react';
import type { ServiceOverview } from '../../../../preload/page.ts';
import {
  type Audience,
  audiences,
  type ExposureDraft,
  withAudience,
} from '../../../logic/drafts/exposure-draft.ts';
import { t } from '../../../messages.ts';
import { FieldError, TextField } from '../../../parts/fields/fields.tsx';
import type { Form } from '../../../state/drafts/form.ts';

type Props = {
  readonly exposure: ServiceOverview['exposure'];
  readonly form: Form<ExposureDraft>;
};

/** One choice that sets address and encryption of the built-in service. */
export function AudienceFields({ exposure, form }: Props) {
  const { draft, problems } = form;
  const id = useId();
  const problem = problems.audience ?? problems.host;
  return (
    <>
      <fieldset className="watch-choices" aria-describedby={problem ? `${id}-error` : undefined}>
        <legend className="visually-hidden">{t('service.exposureTitle.audience')}</legend>
        {audiences.map((audience) => (
          <AudienceChoice
            key={audience}
            audience={audience}
            address={draft.host || exposure.lanAddress}
            isChosen={draft.audience === audience}
            isInvalid={problem !== undefined}
            onChoose={() => form.change(withAudience(draft, audience, exposure))}
          />
        ))}
      </fieldset>
      {problem && (
        <FieldError id={`${id}-error`} role="alert">
          {problem}
        </FieldError>
      )}
      {draft.audience === 'internet' && (
        <TextField
          label={t('service.publicUrl')}
          hint={t('service.publicUrlHint')}
          type="url"
          inputMode="url"
          required
          {...form.text('publicUrl')}
        />
      )}
    </>
  );
}

type ChoiceProps = {
  readonly audience: Audience;
  readonly address: string | null;
  readonly isChosen: boolean;
  readonly isInvalid: boolean;
  readonly onChoose: () => void;
};

function AudienceChoice({ audience, address, isChosen, isInvalid, onChoose }: ChoiceProps) {
  const id = useId();
  const hint =
    audience === 'network' && address === null
      ? t('service.exposureNone')
      : t(`service.audienceHint.${audience}`, { address: address ?? '' });
  return (
    <label className="watch-choice">
      <input
        type="radio"
        name="audience"
        checked={isChosen}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={(isInvalid && isChosen) || undefined}
        onChange={onChoose}
      />
      <span className="watch-text">
        <span id={id}>{t(`service.audience.${audience}`)}</span>
        <span id={`${id}-hint`} className="field-hint" dir="auto">
          {hint}
        </span>
      </span>
    </label>
  );
}
