import { useId } from 'react';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useStartService } from '../../state/data/service-data.ts';
import { FolderStep, StepHead } from './folder-step.tsx';

export function FirstSteps({ step }: { readonly step: 'account' | 'folder' }) {
  const later = useCommand('settings.set');
  const skip = (): void => later.mutate({ onboarding: 'done' });
  return (
    <div className="first-steps">
      {step === 'account' ? <AccountStep onLater={skip} /> : <FolderStep onLater={skip} />}
      {later.error && <InlineFailure error={later.error} />}
    </div>
  );
}

function AccountStep({ onLater }: { readonly onLater: () => void }) {
  const app = useApp();
  const start = useStartService();
  return (
    <>
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
        <button type="button" className="first-card-button" aria-describedby={id} onClick={onChoose}>
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
