import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import { type ExposureStep, exposureSteps } from '../../../logic/drafts/exposure-draft.ts';
import { exposureText, mailText } from '../../../logic/exposure.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Dialog, DoneDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useCallQuery } from '../../../state/data/calls.ts';
import { useStore } from '../../../state/store.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { MailFields } from '../mail/mail-fields.tsx';
import { AddressStep, EncryptionStep } from './encryption-step.tsx';
import { TestStep } from './test-step.tsx';
import { useExposureForm } from './use-exposure-form.ts';

export function ExposureDialog({ step }: DialogProps<'exposure'>) {
  const overview = useCallQuery('service.overview', {});
  const mail = useCallQuery('service.mailServer', {});
  const error = overview.error ?? mail.error;
  if (overview.data && mail.data) {
    return <Steps first={step} exposure={overview.data.exposure} mailServer={mail.data} />;
  }
  return (
    <DoneDialog title={t('service.exposureTitle')} button={t('common.close')}>
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
  const form = useExposureForm(exposure, mailServer, (left) => {
    const next = exposureSteps[exposureSteps.indexOf(left) + 1];
    // The user may have selected another step in the meantime.
    if (next) setStep((now) => (now === left ? next : now));
  });
  const isLast = step === 'try';
  const before = exposureSteps[exposureSteps.indexOf(step) - 1];
  return (
    <Dialog
      title={t('service.exposureTitle')}
      problems={{ ...form.address.problems, ...form.mail.problems }}
      onSubmit={() => (isLast ? close() : form.leave(step))}
      footer={
        <>
          {!isLast && (
            <p className="foot-note">
              {form.isChanged(step) ? t('service.exposureKeeps') : t('service.exposureUnchanged')}
            </p>
          )}
          {before && <Button onClick={() => setStep(before)}>{t('service.exposureBack')}</Button>}
          <Button variant="primary" type="submit" disabled={form.busy}>
            {isLast ? t('service.done') : form.busy ? t('service.saving') : t('service.exposureNext')}
          </Button>
        </>
      }
    >
      <StepList current={step} onChoose={setStep} />
      <StepBody key={step} title={t(`service.exposureStep.${step}`)}>
        {!isLast && <CurrentState step={step} exposure={exposure} mailServer={mailServer} />}
        {step === 'address' && <AddressStep exposure={exposure} form={form.address} />}
        {step === 'encryption' && <EncryptionStep exposure={exposure} form={form.address} />}
        {step === 'mail' && <MailFields form={form.mail} mailServer={mailServer} />}
        {isLast && <TestStep exposure={exposure} onStep={setStep} />}
        {form.error ? <InlineFailure error={form.error} /> : null}
      </StepBody>
    </Dialog>
  );
}

type NowProps = Omit<StepsProps, 'first'> & { readonly step: Exclude<ExposureStep, 'try'> };

function CurrentState({ step, exposure, mailServer: { server } }: NowProps) {
  const status = useStore(useApp().service);
  const texts = {
    address: () => exposureText(status, exposure),
    encryption: () => (exposure.tls === false ? t('service.plainNow') : t('service.encryptedNow')),
    mail: () => mailText(server),
  };
  return (
    <p className="quiet" dir="auto">
      {texts[step]()}
    </p>
  );
}

type ListProps = { readonly current: ExposureStep; readonly onChoose: (step: ExposureStep) => void };

function StepList({ current, onChoose }: ListProps) {
  return (
    <ol className="exposure-steps" aria-label={t('service.exposureStepList')}>
      {exposureSteps.map((step, index) => (
        <li key={step}>
          <button
            type="button"
            className="screen-tab"
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
