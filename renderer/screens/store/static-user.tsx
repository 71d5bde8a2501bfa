import type { StaticUserView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { DrawerSection } from '../../parts/overlays/drawer.tsx';
import { Status } from '../../parts/status.tsx';
import { useAsk } from '../../state/data/calls.ts';

type Props = { readonly accountId: string; readonly profileId: number };

/** What the pages of a profile ask for: read when a person wants to see it, forgotten when they have. */
export function StaticUserSection({ accountId, profileId }: Props) {
  const show = useAsk('store.staticUser');
  return (
    <DrawerSection title={t('store.signIn')}>
      <p className="quiet">{t('store.signInText')}</p>
      {show.data && <Shown user={show.data} />}
      {show.data === null && <Status>{t('store.signInGone')}</Status>}
      {show.error && <InlineFailure error={show.error} />}
      <div className="button-line">
        {show.data ? (
          <Button onClick={show.reset}>{t('store.hideSignIn')}</Button>
        ) : (
          <Button disabled={show.isPending} onClick={() => show.mutate({ accountId, profileId })}>
            {t('store.showSignIn')}
          </Button>
        )}
      </div>
    </DrawerSection>
  );
}

function Shown({ user }: { readonly user: StaticUserView }) {
  const lines = [
    [t('store.userName'), user.userName, t('store.copyUserName')],
    [t('store.password'), user.password, t('store.copyPassword')],
  ] as const;
  return (
    <dl className="facts">
      {lines.map(([name, value, copy]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd className="secret">
            {value === null || value === '' ? (
              <span className="quiet">{t('store.notShown')}</span>
            ) : (
              <>
                <bdi className="selectable">{value}</bdi>
                <CopyButton look="quiet" text={value} label={t('common.copy')} aria-label={copy} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
