import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import {
  type ExposureDraft,
  type ExposureStep,
  exposureSteps,
} from '../../../logic/drafts/exposure-draft.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Dialog, DoneDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useCallQuery } from '../../../state/data/calls.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { useFits } from '../../../state/window/narrow.ts';
import { MailFields } from '../mail/mail-fields.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { NetworkFields } from './network-fields.tsx';
import { TestStep } from './test-step.tsx';
import { type SavedForm, useExposureForm, useMailForm } from './use-exposure-form.ts';

export function ExposureDialog({ step }: DialogProps<'exposure'>) {
  const overview = useCallQuery('service.overview', {});
  const mail = useCallQuery('service.mailServer', {});
  const error = overview.error ?? mail.error;
  if (overview.data && mail.data) {
    return <Steps first={step} exposure={overview.data.exposure} mailServer={mail.data} />;
  }
  return (
    <DoneDialog title={t(`service.exposureTitle.${step}`)} button={t('common.close')}>
      {error ? <InlineFailure error={error} /> : <Loading />}
    </DoneDialog>
  );
}

type StepsProps = {
  readonly first: ExposureStep;
  readonly exposure: ServiceOverview['exposure'];
  readonly mailServer: MailServerView;
};

function Steps({ first, exposure, mailServer }: StepsProps) {
  const close = useCloseDialog();
  const [step, setStep] = useState(first);
  const leave = (left: ExposureStep): void => {
    const next = exposureSteps[exposureSteps.indexOf(left) + 1];
    // The user may have selected another step during the call.
    if (next) setStep((now) => (now === left ? next : now));
  };
  const audience = useExposureForm(exposure, () => leave('audience'));
  const mail = useMailForm(mailServer, () => leave('mail'));
  const form = { audience, mail, try: null }[step];
  const before = exposureSteps[exposureSteps.indexOf(step) - 1];
  const nextButton = form?.busy ? t('service.saving') : t('service.exposureNext');
  return (
    <Dialog
      title={t(`service.exposureTitle.${step}`)}
      problems={form?.problems ?? {}}
      onSubmit={form?.save ?? close}
      footer={
        <>
          {form?.isChanged && <p className="foot-note">{t('service.exposureKeeps')}</p>}
          {before ? (
            <Button onClick={() => setStep(before)}>{t('service.exposureBack')}</Button>
          ) : (
            <Button onClick={close}>{t('common.cancel')}</Button>
          )}
          <Button variant="primary" type="submit" disabled={form?.busy}>
            {form ? nextButton : t('service.done')}
          </Button>
        </>
      }
    >
      <StepList current={step} onChoose={setStep} />
      <StepBody key={step} title={t(`service.exposureStep.${step}`)}>
        {step === 'audience' && <AudienceStep exposure={exposure} form={audience} />}
        {step === 'mail' && <MailFields form={mail} mailServer={mailServer} />}
        {step === 'try' && <TestStep exposure={exposure} onStep={setStep} />}
        {form?.error ? <InlineFailure error={form.error} /> : null}
      </StepBody>
    </Dialog>
  );
}

type AudienceProps = {
  readonly exposure: ServiceOverview['exposure'];
  readonly form: SavedForm<ExposureDraft>;
};

const networkFields = ['host', 'proxyHops', 'certificate', 'key'] as const;

function AudienceStep({ exposure, form }: AudienceProps) {
  const [isOpen, setIsOpen] = useState(form.draft.encryption === 'own');
  const hasProblem = networkFields.some((field) => form.problems[field] !== undefined);
  return (
    <>
      <AudienceFields exposure={exposure} form={form} />
      <details
        className="advanced"
        open={isOpen || hasProblem}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>{t('accounts.advanced')}</summary>
        <NetworkFields exposure={exposure} form={form} />
      </details>
    </>
  );
}

type ListProps = { readonly current: ExposureStep; readonly onChoose: (step: ExposureStep) => void };

/** Lists the steps, or shows only the number of the current step if the list does not fit in a line. */
function StepList({ current, onChoose }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const fits = useFits(list);
  const number = exposureSteps.indexOf(current) + 1;
  return (
    <ol ref={list} className="exposure-steps" aria-label={t('service.exposureStepList')}>
      {!fits && <li className="quiet">{t('first-steps.step', { number, of: exposureSteps.length })}</li>}
      {fits &&
        exposureSteps.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className="screen-tab"
              data-text={`${index + 1}. ${t(`service.exposureStep.${step}`)}`}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onChoose(step)}
            >
              {index + 1}. {t(`service.exposureStep.${step}`)}
            </button>
          </li>
        ))}
    </ol>
  );
}

type BodyProps = { readonly title: string; readonly children: ReactNode };

function StepBody({ title, children }: BodyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="exposure-step">
      <h3 ref={heading} className="visually-hidden" tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}
