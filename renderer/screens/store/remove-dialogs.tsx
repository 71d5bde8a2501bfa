import { useQueryClient } from '@tanstack/react-query';
import type { StoreItemView, StoreProfileSummary } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Confirm } from '../../parts/overlays/dialog.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { platformOf } from './store-text.ts';

type ProfileProps = {
  readonly accountId: string;
  readonly profile: StoreProfileSummary;
  readonly onClose: () => void;
};

export function RemoveProfileDialog({ accountId, profile, onClose }: ProfileProps) {
  const app = useApp();
  const queries = useQueryClient();
  const remove = useAsk('store.remove', () => {
    onClose();
    app.place.goTo('store');
    void queries.invalidateQueries({ queryKey: ['store', accountId, 'list'] });
  });
  const { itemCount } = profile;
  return (
    <Confirm
      title={t('store.removeProfileTitle', { name: profile.name })}
      text={t('store.removeProfileText', { count: itemCount })}
      button={t('store.removeProfileButton', { count: itemCount })}
      busyButton={t('store.deleting')}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ accountId, profileId: profile.id })}
    />
  );
}

export function RemoveItemDialog({
  accountId,
  profile,
  item,
  onClose,
}: ProfileProps & { readonly item: StoreItemView }) {
  const queries = useQueryClient();
  const remove = useAsk('store.removeItem', () => {
    onClose();
    void queries.invalidateQueries({ queryKey: ['store', accountId] });
  });
  return (
    <Confirm
      title={t('store.removeItemTitle', {
        name: item.name,
        version: item.version,
        platform: platformOf(item.type),
      })}
      text={profile.itemCount === 1 ? t('store.removeLastItemText') : t('store.removeItemText')}
      button={t('store.removeItemButton')}
      busyButton={t('store.deleting')}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ accountId, itemId: item.id })}
    />
  );
}
