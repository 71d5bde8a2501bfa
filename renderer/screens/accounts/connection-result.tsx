import type { ConnectionReport } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

const helpedParts = ['name', 'user', 'certificate', 'proxy'] as const;

export function ConnectionResult({ report }: { readonly report: ConnectionReport }) {
  const { problem, address } = report;
  const found = address === undefined ? undefined : t('connection.foundAt', { address });
  const isOffline = useStore(useApp().waiting)?.code === 'core/offline';
  if (problem === null) {
    return (
      <Status>
        <p className="connection-good">
          <Icon name="check" /> {t('connection.allWorks')}
        </p>
        {found && <p className="field-hint">{found}</p>}
      </Status>
    );
  }
  const helped = helpedParts.find((part) => part === problem.part);
  const help = helped && t(`connection.help.${helped}`);
  return (
    <InlineFailure
      failure={problem.failure}
      summary={t(`connection.parts.${problem.part}`)}
      hint={isOffline ? t('connection.offline') : (found ?? help)}
    />
  );
}
