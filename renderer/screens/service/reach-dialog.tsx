import { useState } from 'react';
import type { ServiceOverview } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Choice, SwitchField, TextField } from '../../parts/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';

type Props = { readonly reach: ServiceOverview['reach']; readonly onClose: () => void };

/** As many as can be set. */
const hops = ['0', '1', '2', '3', '4', '5'];

/** Who reaches the built-in service. */
export function ReachDialog({ reach, onClose }: Props) {
  const app = useApp();
  const [host, setHost] = useState(reach.host ?? '');
  const [publicUrl, setPublicUrl] = useState(reach.publicUrl ?? '');
  const [tls, setTls] = useState(reach.tls);
  const [proxyHops, setProxyHops] = useState(String(reach.proxyHops));
  const save = useAsk('service.setReach', (status) => {
    app.service.set(status);
    onClose();
  });
  const known = reach.addresses.map(
    ({ address, network }) => [address, t('service.reachAddress', { address, network })] as const,
  );
  const isKnown = reach.host === null || known.some(([address]) => address === reach.host);
  const submit = (): void => {
    if (save.isPending) return;
    save.mutate({
      host: host === '' ? null : host,
      publicUrl: publicUrl.trim() === '' ? null : publicUrl,
      proxyHops: publicUrl.trim() === '' ? 0 : Number(proxyHops),
      tls,
    });
  };
  return (
    <FormDialog
      title={t('service.reachTitle')}
      button={save.isPending ? t('service.reachBusy') : t('service.reachButton')}
      disabled={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label={t('service.reachWho')}
        value={host}
        choices={[
          ['', t('service.reachOnlyHere')] as const,
          ...known,
          ...(isKnown
            ? []
            : [[reach.host ?? '', t('service.reachOther', { address: reach.host ?? '' })] as const]),
        ]}
        onChoose={(chosen) => {
          // Without it, iPhones and iPads install nothing.
          if (host === '') setTls(true);
          setHost(chosen);
        }}
      />
      {known.length === 0 && <p className="quiet">{t('service.reachNone')}</p>}
      <SwitchField
        checked={tls}
        label={t('service.encrypt')}
        hint={t('service.encryptHint')}
        onChange={setTls}
      />
      {host !== '' && !tls && <p className="notice">{t('service.reachWarning')}</p>}
      <TextField
        label={t('service.publicUrl')}
        hint={t('service.publicUrlHint')}
        type="url"
        inputMode="url"
        value={publicUrl}
        onText={setPublicUrl}
      />
      {publicUrl.trim() !== '' && (
        <Choice
          label={t('service.proxyHops')}
          hint={t('service.proxyHopsHint')}
          value={proxyHops}
          choices={hops.map((count) => [count, count === '0' ? t('service.proxyHopsNone') : count] as const)}
          onChoose={setProxyHops}
        />
      )}
      <p className="field-hint">{t('service.reachKeeps')}</p>
    </FormDialog>
  );
}
