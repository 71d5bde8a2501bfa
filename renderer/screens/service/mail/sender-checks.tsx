import type { SenderReport } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Status } from '../../../parts/status.tsx';
import { useCallQuery } from '../../../state/data/calls.ts';
import { CheckText } from '../check-text.tsx';

const states = { ok: 'good', warning: 'attention', problem: 'failed', unknown: 'quiet' } as const;

export function SenderChecks({ from }: { readonly from: string }) {
  const report = useCallQuery('service.checkSender', { from, selector: null }, { staleTime: 0, gcTime: 0 });
  if (report.error) return <InlineFailure error={report.error} />;
  return (
    <Status>{report.data ? <Findings report={report.data} /> : <p>{t('service.senderChecking')}</p>}</Status>
  );
}

function Findings({ report: { domain, findings } }: { readonly report: SenderReport }) {
  return (
    <ul className="exposure-checks" aria-label={t('service.senderChecks', { domain })}>
      {findings.map(({ about, level, text, action }) => (
        <li key={about}>
          <CheckText state={states[level]} text={action === null ? text : `${text} ${action}`} />
        </li>
      ))}
    </ul>
  );
}
