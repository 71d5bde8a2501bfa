import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ServiceOverview } from '../../../preload/page.ts';
import { exposureDraft, withAudience } from '../../logic/drafts/exposure-draft.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { focusInvalid } from '../../parts/overlays/dialog.tsx';
import { Status } from '../../parts/status.tsx';
import { useApp } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { focusIfFree } from '../../state/window/focus-restore.ts';
import { ReadFailure } from '../query-state.tsx';
import { AudienceFields } from '../service/exposure/audience-fields.tsx';
import { PhoneCodes } from '../service/exposure/phone-codes.tsx';
import { useExposureForm } from '../service/exposure/use-exposure-form.ts';
import { BackButton, StepHead } from './step-head.tsx';

type Props = {
  readonly onDone: () => void;
  /** Undefined if no folder was added in these first steps. */
  readonly onBack: (() => void) | undefined;
};

export function AudienceStep(props: Props) {
  const overview = useCallQuery('service.overview', {});
  if (overview.data) return <AudienceForm exposure={overview.data.exposure} {...props} />;
  return overview.error ? <ReadFailure answer={overview} /> : <Loading />;
}

type FormProps = Props & { readonly exposure: ServiceOverview['exposure'] };

/** Preselects the audience `network` instead of `computer`, so that phones can install the first build. */
function AudienceForm({ exposure, onDone, onBack }: FormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const saved = exposureDraft(exposure);
  const recommended =
    saved.audience === 'computer' && exposure.lanAddress !== null
      ? withAudience(saved, 'network', exposure)
      : saved;
  const form = useExposureForm(
    exposure,
    () => (form.draft.audience === 'computer' ? onDone() : setIsOpen(true)),
    recommended,
  );
  const element = useRef<HTMLFormElement>(null);
  const problemCount = Object.values(form.problems).filter(Boolean).length;
  useEffect(() => focusIfFree(element.current?.querySelector('input:checked') ?? null), []);
  useEffect(() => {
    if (problemCount > 0) focusInvalid(element.current);
  }, [problemCount]);
  if (isOpen) return <PhonesReady onDone={onDone} onBack={() => setIsOpen(false)} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.save();
  };
  return (
    <form ref={element} className="first-folder" onSubmit={submit} noValidate>
      <StepHead number={3} title={t('service.exposureTitle.audience')} text={t('first-steps.audienceText')} />
      <AudienceFields exposure={exposure} form={form} />
      {form.error ? <InlineFailure error={form.error} /> : null}
      <div className="button-line">
        <Button variant="primary" type="submit" disabled={form.busy}>
          {form.busy ? t('service.saving') : t('first-steps.continue')}
        </Button>
        <Button onClick={onDone}>{t('first-steps.later')}</Button>
        {onBack && <BackButton onClick={onBack} />}
      </div>
    </form>
  );
}

function PhonesReady({ onDone, onBack }: { readonly onDone: () => void; readonly onBack: () => void }) {
  const status = useStore(useApp().service);
  if (status.url === null) return status.failure ? <InlineFailure failure={status.failure} /> : <Loading />;
  return (
    <section className="first-folder">
      <Status>
        <StepHead number={4} title={t('first-steps.phonesReady')} text={t('first-steps.phonesReadyText')} />
      </Status>
      <PhoneCodes status={status} url={status.url} needsAuthority={status.authority !== null} />
      <div className="button-line">
        <Button ref={focusIfFree} variant="primary" onClick={onDone}>
          {t('service.done')}
        </Button>
        <BackButton onClick={onBack} />
      </div>
    </section>
  );
}
