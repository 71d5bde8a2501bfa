/** From this computer to phones, in steps. Each is saved when it is left with Next; what was typed is there again otherwise. */
import { useEffect, useRef, useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import { type ReachStep, reachSteps } from '../../../logic/drafts/reach-draft.ts';
import { mailText, reachText } from '../../../logic/reach.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useMailServer, useServiceOverview } from '../../../state/data/service-data.ts';
import { useStore } from '../../../state/store.ts';
import { MailFields } from '../mail/mail-fields.tsx';
import { AddressStep } from './address-step.tsx';
import { EncryptionStep } from './encryption-step.tsx';
import { TryStep } from './try-step.tsx';
import { useReachForm } from './use-reach-form.ts';

type Props = { readonly step: ReachStep; readonly onClose: () => void };

export function ReachDialog({ step, onClose }: Props) {
  const overview = useServiceOverview();
  const mail = useMailServer();
  const error = overview.error ?? mail.error;
  if (overview.data && mail.data) {
    return <Steps first={step} reach={overview.data.reach} mailServer={mail.data} onClose={onClose} />;
  }
  return (
    <Dialog
      title={t('service.reachTitle')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {error ? <InlineFailure error={error} /> : <Loading />}
    </Dialog>
  );
}

type StepsProps = {
  readonly first: ReachStep;
  readonly reach: ServiceOverview['reach'];
  readonly mailServer: MailServerView;
  readonly onClose: () => void;
};

function Steps({ first, reach, mailServer, onClose }: StepsProps) {
  const [step, setStep] = useState(first);
  const form = useReachForm(reach, mailServer, (left) => {
    const next = reachSteps[reachSteps.indexOf(left) + 1];
    // Whoever chose another step meanwhile stays there.
    if (next) setStep((now) => (now === left ? next : now));
  });
  const isLast = step === 'try';
  const before = reachSteps[reachSteps.indexOf(step) - 1];
  return (
    <Dialog
      title={t('service.reachTitle')}
      onClose={onClose}
      onSubmit={() => (isLast ? onClose() : form.leave(step))}
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
      <StepBody key={step} title={t(`service.reachStep.${step}`)} problems={form.problemCount}>
        {!isLast && <NowLine step={step} reach={reach} mailServer={mailServer} />}
        {step === 'address' && <AddressStep reach={reach} form={form} />}
        {step === 'encryption' && <EncryptionStep reach={reach} form={form} />}
        {step === 'mail' && <MailFields form={form.mail} mailServer={mailServer} />}
        {isLast && <TryStep reach={reach} onStep={setStep} />}
        {form.error ? <InlineFailure error={form.error} /> : null}
      </StepBody>
    </Dialog>
  );
}

type NowProps = Omit<StepsProps, 'first' | 'onClose'> & { readonly step: Exclude<ReachStep, 'try'> };

/** What is set up already. */
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

type BodyProps = {
  readonly title: string;
  /** How many fields main refused: the first of them gets the focus. */
  readonly problems: number;
  readonly children: React.ReactNode;
};

function StepBody({ title, problems, children }: BodyProps) {
  const place = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (problems > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return (
    <section ref={place} className="reach-step">
      <h3 ref={heading} className="visually-hidden" tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}
