import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import { type ReachStep, reachSteps } from '../../../logic/drafts/reach-draft.ts';
import { mailText, reachText } from '../../../logic/reach.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Dialog, DoneDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useAnswer } from '../../../state/data/calls.ts';
import { useStore } from '../../../state/store.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { MailFields } from '../mail/mail-fields.tsx';
import { AddressStep, EncryptionStep } from './encryption-step.tsx';
import { TryStep } from './try-step.tsx';
import { useReachForm } from './use-reach-form.ts';

export function ReachDialog({ step }: DialogProps<'reach'>) {
  const overview = useAnswer('service.overview', {});
  const mail = useAnswer('service.mailServer', {});
  const error = overview.error ?? mail.error;
  if (overview.data && mail.data) {
    return <Steps first={step} reach={overview.data.reach} mailServer={mail.data} />;
  }
  return (
    <DoneDialog title={t('service.reachTitle')} button={t('common.close')}>
      {error ? <InlineFailure error={error} /> : <Loading />}
    </DoneDialog>
  );
}

type StepsProps = {
  readonly first: ReachStep;
  readonly reach: ServiceOverview['reach'];
  readonly mailServer: MailServerView;
};

function Steps({ first, reach, mailServer }: StepsProps) {
  const close = useCloseDialog();
  const [step, setStep] = useState(first);
  const form = useReachForm(reach, mailServer, (left) => {
    const next = reachSteps[reachSteps.indexOf(left) + 1];
    // Stays if the user selected another step in the meantime.
    if (next) setStep((now) => (now === left ? next : now));
  });
  const isLast = step === 'try';
  const before = reachSteps[reachSteps.indexOf(step) - 1];
  return (
    <Dialog
      title={t('service.reachTitle')}
      problems={{ ...form.address.problems, ...form.mail.problems }}
      onSubmit={() => (isLast ? close() : form.leave(step))}
      footer={
        <>
          {!isLast && (
            <p className="foot-note">
              {form.isChanged(step) ? t('service.reachKeeps') : t('service.reachUnchanged')}
            </p>
          )}
          {before && <Button onClick={() => setStep(before)}>{t('service.reachBack')}</Button>}
          <Button look="primary" type="submit" disabled={form.busy}>
            {isLast ? t('service.done') : form.busy ? t('service.saving') : t('service.reachNext')}
          </Button>
        </>
      }
    >
      <StepList current={step} onChoose={setStep} />
      <StepBody key={step} title={t(`service.reachStep.${step}`)}>
        {!isLast && <NowLine step={step} reach={reach} mailServer={mailServer} />}
        {step === 'address' && <AddressStep reach={reach} form={form.address} />}
        {step === 'encryption' && <EncryptionStep reach={reach} form={form.address} />}
        {step === 'mail' && <MailFields form={form.mail} mailServer={mailServer} />}
        {isLast && <TryStep reach={reach} onStep={setStep} />}
        {form.error ? <InlineFailure error={form.error} /> : null}
      </StepBody>
    </Dialog>
  );
}

type NowProps = Omit<StepsProps, 'first'> & { readonly step: Exclude<ReachStep, 'try'> };

function NowLine({ step, reach, mailServer: { server } }: NowProps) {
  const status = useStore(useApp().service);
  const said = {
    address: () => reachText(status, reach),
    encryption: () => (reach.tls === false ? t('service.plainNow') : t('service.encryptedNow')),
    mail: () => mailText(server),
  };
  return (
    <p className="quiet" dir="auto">
      {said[step]()}
    </p>
  );
}

type ListProps = { readonly current: ReachStep; readonly onChoose: (step: ReachStep) => void };

function StepList({ current, onChoose }: ListProps) {
  return (
    <ol className="reach-steps" aria-label={t('service.reachStepList')}>
      {reachSteps.map((step, index) => (
        <li key={step}>
          <button
            type="button"
            className="place-part"
            aria-current={step === current ? 'step' : undefined}
            onClick={() => onChoose(step)}
          >
            {index + 1}. {t(`service.reachStep.${step}`)}
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
    <section className="reach-step">
      <h3 ref={heading} className="visually-hidden" tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}
