import { useQueryClient } from '@tanstack/react-query';
import type { StoreItemView, StoreProfileSummary } from '../../../preload/contract.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { words } from '../../words/store.ts';
import { platformOf } from './store-text.ts';

type ProfileProps = {
  readonly accountId: string;
  readonly profile: StoreProfileSummary;
  readonly onClose: () => void;
};

export function RemoveProfileDialog({ accountId, profile, onClose }: ProfileProps) {
  const app = useApp();
  const format = useFormat();
  const queries = useQueryClient();
  const remove = useAsk('store.remove', () => {
    onClose();
    app.place.goTo('store');
    void queries.invalidateQueries({ queryKey: ['store', accountId, 'list'] });
  });
  const { itemCount } = profile;
  return (
    <Confirm
      title={words.removeProfileTitle(profile.name)}
      text={words.removeProfileText(itemCount, format.count(itemCount))}
      button={words.removeProfileButton(itemCount, format.count(itemCount))}
      busyButton={words.deleting}
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
      title={words.removeItemTitle(item.name, item.version, platformOf(item.type))}
      text={profile.itemCount === 1 ? words.removeLastItemText : words.removeItemText}
      button={words.removeItemButton}
      busyButton={words.deleting}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ accountId, itemId: item.id })}
    />
  );
}
