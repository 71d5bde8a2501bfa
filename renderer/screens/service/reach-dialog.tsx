import { useState } from 'react';
import type { ServiceOverview } from '../../../preload/contract.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextField } from '../../parts/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/service.ts';

type Props = { readonly reach: ServiceOverview['reach']; readonly onClose: () => void };

/** As many as can be set. */
const hops = ['0', '1', '2', '3', '4', '5'];

/** Who reaches the built-in service. */
export function ReachDialog({ reach, onClose }: Props) {
  const app = useApp();
  const [host, setHost] = useState(reach.host ?? '');
  const [publicUrl, setPublicUrl] = useState(reach.publicUrl ?? '');
  const [proxyHops, setProxyHops] = useState(String(reach.proxyHops));
  const save = useAsk('service.setReach', (status) => {
    app.service.set(status);
    onClose();
  });
  const known = reach.addresses.map(
    ({ address, network }) => [address, words.reachAddress(address, network)] as const,
  );
  const isKnown = reach.host === null || known.some(([address]) => address === reach.host);
  const submit = (): void => {
    if (save.isPending) return;
    save.mutate({
      host: host === '' ? null : host,
      publicUrl: publicUrl.trim() === '' ? null : publicUrl,
      proxyHops: publicUrl.trim() === '' ? 0 : Number(proxyHops),
    });
  };
  return (
    <Dialog
      title={words.reachTitle}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={save.isPending}>
            {save.isPending ? words.reachBusy : words.reachButton}
          </Button>
        </>
      }
    >
      <Choice
        label={words.reachWho}
        value={host}
        choices={[
          ['', words.reachOnlyHere] as const,
          ...known,
          ...(isKnown ? [] : [[reach.host ?? '', words.reachOther(reach.host ?? '')] as const]),
        ]}
        onChoose={setHost}
      />
      {known.length === 0 && <p className="quiet">{words.reachNone}</p>}
      {host !== '' && <p className="notice">{words.reachWarning}</p>}
      <TextField
        label={words.publicUrl}
        hint={words.publicUrlHint}
        type="url"
        inputMode="url"
        value={publicUrl}
        onText={setPublicUrl}
      />
      {publicUrl.trim() !== '' && (
        <Choice
          label={words.proxyHops}
          hint={words.proxyHopsHint}
          value={proxyHops}
          choices={hops.map((count) => [count, count === '0' ? words.proxyHopsNone : count] as const)}
          onChoose={setProxyHops}
        />
      )}
      <p className="field-hint">{words.reachKeeps}</p>
      {save.error && <InlineFailure error={save.error} />}
    </Dialog>
  );
}
