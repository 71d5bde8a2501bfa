import type { ServiceOverview } from '../../../../preload/page.ts';
import { withHost } from '../../../logic/drafts/reach-draft.ts';
import { t } from '../../../messages.ts';
import { Choice, TextField } from '../../../parts/fields/fields.tsx';
import type { ReachForm } from './use-reach-form.ts';

type Props = { readonly reach: ServiceOverview['reach']; readonly form: ReachForm };

/** As many as can be set. */
const hops = ['0', '1', '2', '3', '4', '5'];

/** Which address the service listens on, and where links lead. */
export function AddressStep({ reach, form: { draft, change, problems } }: Props) {
  const known = reach.addresses.map(
    ({ address, network }) => [address, t('service.reachAddress', { address, network })] as const,
  );
  const isKnown = reach.host === null || known.some(([address]) => address === reach.host);
  return (
    <>
      <Choice
        label={t('service.reachWho')}
        error={problems.host}
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
        error={problems.publicUrl}
        type="url"
        inputMode="url"
        value={draft.publicUrl}
        onText={(publicUrl) => change({ ...draft, publicUrl })}
      />
      {draft.publicUrl.trim() !== '' && (
        <Choice
          label={t('service.proxyHops')}
          hint={t('service.proxyHopsHint')}
          value={draft.proxyHops}
          choices={hops.map((count) => [count, count === '0' ? t('service.proxyHopsNone') : count] as const)}
          onChoose={(proxyHops) => change({ ...draft, proxyHops })}
        />
      )}
    </>
  );
}
