import type { ConnectionReport } from '../../../preload/contract.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/connection.ts';

const help: Readonly<Record<string, string>> = words.help;

/** What a connection test found: both parts in words, and why one of them does not work. */
export function ConnectionResult({ report }: { readonly report: ConnectionReport }) {
  const { wrong } = report;
  const isOffline = useStore(useApp().waiting)?.code === 'core/offline';
  if (wrong === null) {
    return (
      <p className="connection-good" role="status">
        <Icon name="check" /> {words.allWorks}
      </p>
    );
  }
  const hint = isOffline ? words.offline : help[wrong.part];
  return (
    <section className="connection-result" aria-label={words.result}>
      <ul className="connection-steps">
        <Step name={words.signIn} state={wrong.at === 'sign-in' ? 'wrong' : 'works'} />
        <Step name={words.service} state={wrong.at === 'sign-in' ? 'notTried' : 'wrong'} />
      </ul>
      <InlineFailure failure={wrong.failure} title={words.parts[wrong.part]} {...(hint ? { hint } : {})} />
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
      <span className="quiet">{words[state]}</span>
    </li>
  );
}
