import { useState } from 'react';
import type { ReachView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';

/** Whether an address can be reached through the network as it is saved. */
export function AddressCheck({ unsaved }: { readonly unsaved: boolean }) {
  const account = useActiveAccount();
  const [address, setAddress] = useState(account?.baseUrl ?? '');
  const check = useAsk('network.check');
  const submit = (): void => {
    if (address.trim() !== '' && !check.isPending) check.mutate({ address });
  };
  return (
    <section className="settings-part" aria-labelledby="network-check">
      <h3 id="network-check">{t('settings.network.check')}</h3>
      <p className="settings-text">{t('settings.network.checkText')}</p>
      <div className="input-line input-line-labelled">
        <TextField
          label={t('settings.network.address')}
          inputMode="url"
          value={address}
          onText={(text) => {
            setAddress(text);
            check.reset();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            submit();
          }}
        />
        <Button disabled={address.trim() === '' || check.isPending} onClick={submit}>
          {check.isPending ? t('settings.network.checking') : t('settings.network.checkButton')}
        </Button>
      </div>
      {unsaved && <p className="field-hint">{t('settings.network.unsaved')}</p>}
      {check.error && <InlineFailure error={check.error} />}
      {check.data && <Reached view={check.data} />}
    </section>
  );
}

/** What came of asking an address. */
function Reached({ view }: { readonly view: ReachView }) {
  const { address, proxy, status, wrong } = view;
  const isOffline = useStore(useApp().waiting)?.code === 'core/offline';
  if (wrong) {
    return (
      <InlineFailure
        failure={wrong.failure}
        title={t(`connection.parts.${wrong.part}`)}
        hint={isOffline ? t('connection.offline') : undefined}
      />
    );
  }
  const said = String(status ?? 0);
  return (
    <Status>
      <p className="connection-good">
        <Icon name="check" />{' '}
        {proxy === null
          ? t('settings.network.reached', { address, status: said })
          : t('settings.network.reachedThrough', { address, proxy, status: said })}
      </p>
    </Status>
  );
}
