/** The first steps in an empty Slipway: somewhere to upload to, then somewhere to find builds. Both can wait. */
import { type ReactNode, useId } from 'react';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { FolderStep } from './folder-step.tsx';
import { StepHead } from './step-head.tsx';

export function FirstSteps({ step }: { readonly step: 'account' | 'folder' }) {
  const later = useAsk('settings.set');
  const putOff = (): void => later.mutate({ firstSteps: 'done' });
  return (
    <div className="first-steps">
      {step === 'account' ? <AccountStep onLater={putOff} /> : <FolderStep onLater={putOff} />}
      {later.error && <InlineFailure error={later.error} />}
    </div>
  );
}

function AccountStep({ onLater }: { readonly onLater: () => void }) {
  const app = useApp();
  const start = useAsk('service.start', (status) => app.service.set(status));
  return (
    <>
      <StepHead number={1} title={t('first-steps.accountTitle')} text={t('first-steps.accountText')} />
      <div className="first-choices">
        <FirstChoice
          text={t('first-steps.signInText')}
          button={(props) => (
            <Button {...props} onClick={() => app.dialog.set({ kind: 'account', account: null })}>
              {t('first-steps.signIn')}
            </Button>
          )}
        />
        <FirstChoice
          text={t('first-steps.builtInText')}
          button={(props) => (
            <Button {...props} look="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
              {start.isPending ? t('first-steps.starting') : t('first-steps.builtIn')}
            </Button>
          )}
        />
        <FirstChoice
          text={t('first-steps.lookAroundText')}
          button={(props) => (
            <Button {...props} onClick={onLater}>
              {t('first-steps.lookAround')}
            </Button>
          )}
        />
      </div>
      {start.error && <InlineFailure error={start.error} />}
    </>
  );
}

type ChoiceProps = {
  readonly text: string;
  readonly button: (props: { readonly 'aria-describedby': string }) => ReactNode;
};

function FirstChoice({ text, button }: ChoiceProps) {
  const id = useId();
  return (
    <div className="first-choice">
      {button({ 'aria-describedby': id })}
      <p id={id} className="field-hint">
        {text}
      </p>
    </div>
  );
}
