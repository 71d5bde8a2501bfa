import type { StaticUserView, StoreProfileView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Folded } from '../../parts/folded.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/overlays/drawer.tsx';
import { Status } from '../../parts/status.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/push-data.ts';
import { ProfileAccess } from '../service/profile-access.tsx';
import { Availability } from './availability.tsx';
import { useProfileActions } from './profile-actions.ts';

type Props = { readonly accountId: string; readonly profile: StoreProfileView };

export function ProfileDrawer({ accountId, profile }: Props) {
  const format = useFormat();
  const actions = useProfileActions(accountId, profile);
  const picture = useServicePicture(accountId, profile.iconUrl, profile.updateDateTimeUtc);
  const values = { accountId, profileId: profile.id };
  const link = useCallQuery('store.link', values);
  const { shortDescription, longDescription } = profile;
  return (
    <Drawer title={profile.name} subtitle={profile.appUniqueId}>
      <div className="profile-head">
        <Tile name={profile.name} picture={picture} large />
        <div>
          {shortDescription && <p dir="auto">{shortDescription}</p>}
          <Availability enabled={profile.enabled} />
          {!profile.enabled && <p className="quiet">{t('store.offHint')}</p>}
        </div>
      </div>
      <div className="drawer-bar">
        <Button onClick={actions.edit}>{t('store.edit')}</Button>
      </div>
      <DrawerSection title={t('store.description')}>
        {longDescription ? (
          <p className="store-description selectable" dir="auto">
            {longDescription}
          </p>
        ) : (
          <p className="quiet">{t('store.noDescription')}</p>
        )}
      </DrawerSection>
      {!link.isPending && <PageLink name={profile.name} link={link.data ?? null} />}
      {link.error && <InlineFailure error={link.error} announce={false} />}
      {profile.requiresPassword && <StaticUserSection accountId={accountId} profile={profile} />}
      <ProfileAccess accountId={accountId} profile={profile} />
      <DrawerSection title={t('store.builds')}>
        <Facts
          facts={[
            [t('store.iosVersion'), profile.ipaVersion],
            [t('store.androidVersion'), profile.apkVersion],
            [t('store.itemCount'), t('store.countItems', { count: profile.itemCount })],
          ]}
        />
      </DrawerSection>
      <DrawerSection title={t('store.profile')}>
        <Facts
          facts={[
            [t('store.identifier'), profile.appUniqueId],
            [t('store.created'), format.dateTime(Date.parse(profile.createDateTimeUtc))],
            [t('store.changed'), format.dateTime(Date.parse(profile.updateDateTimeUtc))],
          ]}
        />
        <Folded title={t('common.technicalDetails')}>
          <Facts facts={[[t('store.profileNumber'), profile.id]]} />
        </Folded>
      </DrawerSection>
      <div className="drawer-bar">
        <Button variant="danger" onClick={actions.askRemove}>
          {t('store.removeProfile')}
        </Button>
      </div>
    </Drawer>
  );
}

function StaticUserSection({ accountId, profile }: Props) {
  const show = useCommand('store.staticUser');
  return (
    <DrawerSection title={t('store.signIn')}>
      <p className="quiet">{t('store.signInText')}</p>
      {show.data && <Shown user={show.data} />}
      {show.data === null && <Status>{t('store.signInRemoved')}</Status>}
      {show.error && <InlineFailure error={show.error} />}
      <div className="button-line">
        {show.data ? (
          <Button onClick={show.reset}>
            {show.data.password ? t('store.hideSignIn') : t('store.hideUserName')}
          </Button>
        ) : (
          <Button disabled={show.isPending} onClick={() => show.mutate({ accountId, profileId: profile.id })}>
            {profile.reportsPassword ? t('store.showSignIn') : t('store.showUserName')}
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
    <dl>
      {lines.map(([name, value, copy]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd className="secret">
            {value === null || value === '' ? (
              <span className="quiet">{t('store.notShown')}</span>
            ) : (
              <>
                <bdi className="selectable">{value}</bdi>
                <CopyButton variant="quiet" text={value} label={t('common.copy')} aria-label={copy} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function PageLink({ name, link }: { readonly name: string; readonly link: string | null }) {
  if (link !== null) return <LinkSection link={link} name={name} />;
  return (
    <DrawerSection title={t('store.page')}>
      <p className="quiet">{t('store.noLink')}</p>
    </DrawerSection>
  );
}
