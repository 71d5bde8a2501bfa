import { useState } from 'react';
import type { SenderReport } from '../../../../preload/page.ts';
import { selectorProblem } from '../../../logic/drafts/mail-draft.ts';
import { t } from '../../../messages.ts';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Status } from '../../../parts/status.tsx';
import { useCallQuery } from '../../../state/data/calls.ts';
import { useForm } from '../../../state/drafts/form.ts';
import { CheckText } from '../check-text.tsx';
import { ActionField } from './action-field.tsx';

const states = { ok: 'good', warning: 'attention', problem: 'failed', unknown: 'quiet' } as const;

export function SenderChecks({ from }: { readonly from: string }) {
  const [selector, setSelector] = useState<string | null>(null);
  const form = useForm({ selector: '' });
  const report = useCallQuery('service.checkSender', { from, selector }, { staleTime: 0, gcTime: 0 });
  const check = (): void => {
    const typed = form.draft.selector.trim();
    if (!form.check(() => ({ selector: selectorProblem(typed) }))) return;
    if ((typed || null) === selector) void report.refetch();
    else setSelector(typed || null);
  };
  return (
    <>
      {report.error && <InlineFailure error={report.error} />}
      <Status>
        {report.data && <Findings report={report.data} />}
        {report.isPending && <p>{t('service.senderChecking')}</p>}
      </Status>
      <ActionField
        label={t('service.selector')}
        hint={t('service.selectorHint')}
        action={t('service.checkSender')}
        disabled={report.isFetching}
        onAction={check}
        {...form.text('selector')}
      />
    </>
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
