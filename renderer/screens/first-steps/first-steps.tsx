/** The first steps in an empty Slipway: somewhere to upload to, then somewhere to find builds. Both can wait. */
import { type ReactNode, useId } from 'react';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { words } from '../../words/first-steps.ts';
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
      <StepHead number={1} title={words.accountTitle} text={words.accountText} />
      <div className="first-choices">
        <FirstChoice
          text={words.signInText}
          button={(props) => (
            <Button {...props} onClick={() => app.dialog.set({ kind: 'account', account: null })}>
              {words.signIn}
            </Button>
          )}
        />
        <FirstChoice
          text={words.builtInText}
          button={(props) => (
            <Button {...props} look="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
              {start.isPending ? words.starting : words.builtIn}
            </Button>
          )}
        />
        <FirstChoice
          text={words.lookAroundText}
          button={(props) => (
            <Button {...props} onClick={onLater}>
              {words.lookAround}
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
