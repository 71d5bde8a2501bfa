import type { StoreProfileView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/overlays/drawer.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/pictures.ts';
import { ProfileAccess } from '../service/profile-access.tsx';
import { Availability } from './availability.tsx';
import { PageLink } from './page-link.tsx';
import { useProfileActions } from './profile-actions.ts';
import { StaticUserSection } from './static-user.tsx';

type Props = { readonly accountId: string; readonly profile: StoreProfileView };

export function ProfileDrawer({ accountId, profile }: Props) {
  const format = useFormat();
  const actions = useProfileActions(accountId, profile);
  const picture = useServicePicture(accountId, profile.iconUrl, profile.updateDateTimeUtc);
  const values = { accountId, profileId: profile.id };
  const link = useAnswer('store.link', values);
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
        <span className="spacer" />
        <Button look="danger" onClick={actions.askRemove}>
          {t('store.removeProfile')}
        </Button>
      </div>
      <DrawerSection title={t('store.description')}>
        {longDescription ? (
          <p className="written selectable" dir="auto">
            {longDescription}
          </p>
        ) : (
          <p className="quiet">{t('store.noDescription')}</p>
        )}
      </DrawerSection>
      {!link.isPending && <PageLink name={profile.name} link={link.data ?? null} />}
      {link.error && <InlineFailure error={link.error} announce={false} />}
      {profile.asksForPassword && <StaticUserSection accountId={accountId} profileId={profile.id} />}
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
            [t('store.profileNumber'), profile.id],
          ]}
        />
      </DrawerSection>
    </Drawer>
  );
}
