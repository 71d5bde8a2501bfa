import type { ServiceOverview } from '../../../../preload/page.ts';
import { type ReachDraft, withHost } from '../../../logic/drafts/reach-draft.ts';
import { t } from '../../../messages.ts';
import { Choice, options, TextField } from '../../../parts/fields/fields.tsx';
import type { Form } from '../../../state/drafts/form.ts';

type Props = { readonly reach: ServiceOverview['reach']; readonly form: Form<ReachDraft> };

/** As many as can be set. */
const hops = ['0', '1', '2', '3', '4', '5'];

/** Which address the service listens on, and where links lead. */
export function AddressStep({ reach, form }: Props) {
  const { draft, change } = form;
  const known = reach.addresses.map(
    ({ address, network }) => [address, t('service.reachAddress', { address, network })] as const,
  );
  const isKnown = reach.host === null || known.some(([address]) => address === reach.host);
  return (
    <>
      <Choice
        label={t('service.reachWho')}
        error={form.problems.host}
        value={draft.host}
        choices={[
          ['', t('service.reachOnlyHere')] as const,
          ...known,
          ...(isKnown
            ? []
            : [[reach.host ?? '', t('service.reachOther', { address: reach.host ?? '' })] as const]),
        ]}
        onChoose={(host) => change(withHost(draft, host))}
      />
      {known.length === 0 && <p className="quiet">{t('service.reachNone')}</p>}
      <TextField
        label={t('service.publicUrl')}
        hint={t('service.publicUrlHint')}
        type="url"
        inputMode="url"
        {...form.text('publicUrl')}
      />
      {draft.publicUrl.trim() !== '' && (
        <Choice
          label={t('service.proxyHops')}
          hint={t('service.proxyHopsHint')}
          choices={options(hops, (count) => (count === '0' ? t('service.proxyHopsNone') : count))}
          {...form.choice('proxyHops')}
        />
      )}
    </>
  );
}
