import type { StoreProfileSummary } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { MoreButton } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { RowMenu } from '../../parts/overlays/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useServicePicture } from '../../state/data/pictures.ts';
import { Availability } from './availability.tsx';
import { useProfileActions } from './profile-actions.ts';
import { offeredBy } from './store-text.ts';

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileSummary;
  readonly active: boolean;
  readonly onOpen: () => void;
};

export function ProfileRow({ accountId, profile, active, onOpen }: Props) {
  const format = useFormat();
  const actions = useProfileActions(accountId, profile);
  const picture = useServicePicture(accountId, profile.iconUrl, profile.updateDateTimeUtc);
  const offered = offeredBy(profile);
  return (
    <div className="row">
      <Tile name={profile.name} picture={picture} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={profile.name}>
            {profile.name}
          </bdi>
          <span className="row-version">{offered.join(' · ') || t('store.noItems')}</span>
        </div>
        <div className="row-second">
          {actions.failure ? (
            <span className="tone-failed" role="alert" dir="auto" title={actions.failure.message}>
              {actions.failure.message}
            </span>
          ) : (
            <span dir="auto" title={profile.shortDescription ?? undefined}>
              {[profile.shortDescription, profile.appUniqueId].filter(Boolean).join(' · ')}
            </span>
          )}
        </div>
      </div>
      <div className="row-side">
        <Availability enabled={profile.enabled} />
        <div className="row-note">
          {t('store.countItems', { count: profile.itemCount })}
          {' · '}
          {format.moment(Date.parse(profile.updateDateTimeUtc), Date.now())}
        </div>
      </div>
      <RowMenu
        entries={[{ label: t('store.showItems'), run: onOpen }, ...actions.menu]}
        trigger={<MoreButton name={profile.name} tabIndex={active ? 0 : -1} />}
      />
      <span className="visually-hidden" aria-live="polite">
        {actions.copied ? t('common.copied') : ''}
      </span>
    </div>
  );
}
