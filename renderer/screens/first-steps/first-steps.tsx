import { useId } from 'react';
import type { PreferencesView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { SlipwayIcon } from '../../parts/drawing.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useStartService } from '../../state/data/service-data.ts';
import { focusIfFree } from '../../state/window/focus-restore.ts';
import { AudienceStep } from './audience-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { StepHead } from './step-head.tsx';

type Props = { readonly step: NonNullable<PreferencesView['firstStep']> };

export function FirstSteps({ step }: Props) {
  const finish = useCommand('settings.set');
  const done = (): void => finish.mutate({ onboarding: 'done' });
  return (
    <div className="first-steps">
      {step === 'account' && <AccountStep onLater={done} />}
      {step === 'folder' && <FolderStep onLater={done} />}
      {step === 'audience' && <AudienceStep onDone={done} />}
      {finish.error && <InlineFailure error={finish.error} />}
    </div>
  );
}

function AccountStep({ onLater }: { readonly onLater: () => void }) {
  const app = useApp();
  const start = useStartService();
  return (
    <>
      <p className="first-name">
        <SlipwayIcon />
        Slipway
      </p>
      <StepHead number={1} title={t('first-steps.accountTitle')} text={t('first-steps.accountText')} />
      <div className="first-choices">
        <FirstCard
          recommended
          title={start.isPending ? t('first-steps.starting') : t('first-steps.builtIn')}
          text={t('first-steps.builtInText')}
          onChoose={() => !start.isPending && start.mutate({})}
        />
        <FirstCard
          title={t('first-steps.signIn')}
          text={t('first-steps.signInText')}
          onChoose={() => app.dialog.set({ kind: 'account', account: null })}
        />
        <FirstCard title={t('first-steps.skip')} text={t('first-steps.skipText')} onChoose={onLater} />
      </div>
      {start.error && <InlineFailure error={start.error} />}
    </>
  );
}

type CardProps = {
  readonly title: string;
  readonly text: string;
  readonly recommended?: boolean;
  readonly onChoose: () => void;
};

function FirstCard({ title, text, recommended = false, onChoose }: CardProps) {
  const id = useId();
  return (
    <div className={`first-card ${recommended ? 'first-card-recommended' : ''}`}>
      <span className="first-card-title">
        <button
          ref={recommended ? focusIfFree : undefined}
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
