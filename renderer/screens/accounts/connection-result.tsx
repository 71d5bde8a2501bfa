import type { ConnectionReport } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

const helpedParts = ['user', 'certificate', 'proxy'] as const;

export function ConnectionResult({ report }: { readonly report: ConnectionReport }) {
  const { problem } = report;
  const isOffline = useStore(useApp().waiting)?.code === 'core/offline';
  if (problem === null) {
    return (
      <Status>
        <p className="connection-good">
          <Icon name="check" /> {t('connection.allWorks')}
        </p>
      </Status>
    );
  }
  const helped = helpedParts.find((part) => part === problem.part);
  const help = helped && t(`connection.help.${helped}`);
  const hint = isOffline ? t('connection.offline') : help;
  return (
    <section className="connection-result" aria-label={t('connection.result')}>
      <ul className="connection-steps">
        <Step name={t('connection.signIn')} state={problem.at === 'sign-in' ? 'wrong' : 'works'} />
        <Step name={t('connection.service')} state={problem.at === 'sign-in' ? 'notTried' : 'wrong'} />
      </ul>
      <InlineFailure failure={problem.failure} title={t(`connection.parts.${problem.part}`)} hint={hint} />
    </section>
  );
}

type StepState = 'works' | 'wrong' | 'notTried';

const icons = { works: 'check', wrong: 'failed', notTried: 'waiting' } as const;

function Step({ name, state }: { readonly name: string; readonly state: StepState }) {
  return (
    <li className={`connection-step connection-${state}`}>
      <Icon name={icons[state]} />
      <span>{name}</span>
      <span className="quiet">{t(`connection.state.${state}`)}</span>
    </li>
  );
}
