import { useId, useState } from 'react';
import type { PreferencesView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { SlipwayIcon } from '../../parts/drawing.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { builtInAccountId, useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useStartService } from '../../state/data/service-data.ts';
import { focusIfFree } from '../../state/window/focus-restore.ts';
import { AudienceStep } from './audience-step.tsx';
import { type FolderEntry, FolderStep } from './folder-step.tsx';
import { StepHead } from './step-head.tsx';

type Props = { readonly step: NonNullable<PreferencesView['firstStep']> };

export function FirstSteps({ step }: Props) {
  const account = useActiveAccount();
  const finish = useCommand('settings.set');
  const done = (): void => finish.mutate({ onboarding: 'done' });
  // Account in use when the user went back to choose another one.
  const [left, setLeft] = useState<string | null>(null);
  const [entry, setEntry] = useState<FolderEntry>({ picked: undefined, typed: '' });
  const [added, setAdded] = useState<string | null>(null);
  const remove = useCommand('folders.remove', () => setAdded(null));
  const shown = account !== null && account.id === left ? 'account' : step;
  const error = finish.error ?? remove.error;
  return (
    <div className="first-steps">
      {shown === 'account' && <AccountStep onLater={done} onContinue={() => setLeft(null)} />}
      {shown === 'folder' && account && (
        <FolderStep
          {...{ account, entry }}
          onEntry={setEntry}
          onAdded={({ id }) => setAdded(id)}
          onLater={done}
          onBack={() => setLeft(account.id)}
        />
      )}
      {shown === 'audience' && (
        <AudienceStep
          onDone={done}
          onBack={added === null ? undefined : () => remove.mutate({ id: added })}
        />
      )}
      {error && <InlineFailure error={error} />}
    </div>
  );
}

type AccountStepProps = { readonly onLater: () => void; readonly onContinue: () => void };

function AccountStep({ onLater, onContinue }: AccountStepProps) {
  const app = useApp();
  const account = useActiveAccount();
  const use = useCommand('accounts.use', onContinue);
  const start = useStartService();
  const chooseBuiltIn = (): void =>
    start.mutate({}, { onSuccess: () => use.mutate({ id: builtInAccountId }) });
  const error = start.error ?? use.error;
  return (
    <>
      <p className="first-name">
        <SlipwayIcon />
        Slipway
      </p>
      <StepHead number={1} title={t('first-steps.accountTitle')} text={t('first-steps.accountText')} />
      <div className="first-choices">
        <FirstCard
          recommended={account ? 'shown' : 'focused'}
          title={start.isPending ? t('first-steps.starting') : t('first-steps.builtIn')}
          text={t('first-steps.builtInText')}
          onChoose={() => !start.isPending && chooseBuiltIn()}
        />
        <FirstCard
          title={t('first-steps.signIn')}
          text={t('first-steps.signInText')}
          onChoose={() => app.dialog.set({ kind: 'account', account: null })}
        />
        <FirstCard title={t('first-steps.skip')} text={t('first-steps.skipText')} onChoose={onLater} />
      </div>
      {error && <InlineFailure error={error} />}
      {account && (
        <div className="button-line">
          <Button ref={focusIfFree} variant="primary" onClick={onContinue}>
            {t('first-steps.continueWith', { account: account.name })}
          </Button>
        </div>
      )}
    </>
  );
}

type CardProps = {
  readonly title: string;
  readonly text: string;
  readonly recommended?: 'shown' | 'focused';
  readonly onChoose: () => void;
};

function FirstCard({ title, text, recommended, onChoose }: CardProps) {
  const id = useId();
  return (
    <div className={`first-card ${recommended ? 'first-card-recommended' : ''}`}>
      <span className="first-card-title">
        <button
          ref={recommended === 'focused' ? focusIfFree : undefined}
          type="button"
          className="first-card-button"
          aria-describedby={id}
          onClick={onChoose}
        >
          {title}
        </button>
        {recommended && <span className="badge">{t('first-steps.recommended')}</span>}
      </span>
      <span id={id} className="field-hint">
        {text}
      </span>
    </div>
  );
}
