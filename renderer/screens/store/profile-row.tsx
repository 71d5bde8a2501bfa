import type { StoreProfileSummary } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { CopiedNote } from '../../parts/button.tsx';
import { Row } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useServicePicture } from '../../state/data/pictures.ts';
import { Availability } from './availability.tsx';
import { useProfileActions } from './profile-actions.ts';
import { offeredBy } from './store-text.ts';

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileSummary;
  readonly onOpen: () => void;
};

export function ProfileRow({ accountId, profile, onOpen }: Props) {
  const format = useFormat();
  const actions = useProfileActions(accountId, profile);
  const picture = useServicePicture(accountId, profile.iconUrl, profile.updateDateTimeUtc);
  const { name, shortDescription, appUniqueId, itemCount } = profile;
  return (
    <Row
      tile={<Tile name={name} picture={picture} />}
      name={name}
      beside={<span className="row-version">{offeredBy(profile).join(' · ') || t('store.noItems')}</span>}
      failure={actions.failure}
      second={
        <span dir="auto" title={shortDescription ?? undefined}>
          {[shortDescription, appUniqueId].filter(Boolean).join(' · ')}
        </span>
      }
    >
      <div className="row-side">
        <Availability enabled={profile.enabled} />
        <div className="row-note">
          {t('store.countItems', { count: itemCount })}
          {' · '}
          {format.moment(Date.parse(profile.updateDateTimeUtc), Date.now())}
        </div>
      </div>
      <MoreMenu name={name} entries={[{ label: t('store.showItems'), run: onOpen }, ...actions.menu]} />
      <CopiedNote copied={actions.copied} />
    </Row>
  );
}
