import type { Failure, StoreProfileSummary } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import type { MenuEntry } from '../../parts/overlays/menu.tsx';
import { useApp } from '../../state/app-state.ts';
import { failureOf, useCommand } from '../../state/data/calls.ts';

export type ProfileActions = {
  readonly failure: Failure | null;
  readonly copied: boolean;
  readonly menu: readonly MenuEntry[];
  edit(): void;
  askRemove(): void;
};

export function useProfileActions(accountId: string, profile: StoreProfileSummary): ProfileActions {
  const app = useApp();
  const copy = useCommand('app.copyText');
  const open = useCommand('app.openLink');
  const link = useCommand('store.link');
  const withLink = (then: (url: string) => void): void => {
    copy.reset();
    open.reset();
    link.mutate({ accountId, profileId: profile.id }, { onSuccess: (url) => url !== null && then(url) });
  };
  const edit = (): void => app.dialog.set({ kind: 'edit-profile', accountId, profile });
  const askRemove = (): void => app.dialog.set({ kind: 'remove-profile', accountId, profile });
  const error = [copy, open, link].find((each) => each.error)?.error;
  const linkMissing: Failure | null =
    link.isSuccess && link.data === null
      ? { code: 'renderer/no-page', message: t('store.noLink'), remedy: 'none' }
      : null;
  return {
    failure: error ? failureOf(error) : linkMissing,
    copied: copy.isSuccess,
    edit,
    askRemove,
    menu: [
      { label: t('store.edit'), run: edit },
      { label: t('store.copyLink'), run: () => withLink((url) => copy.mutate({ text: url })) },
      { label: t('store.openPage'), run: () => withLink((url) => open.mutate({ url })) },
      'separator',
      { label: t('store.removeProfile'), danger: true, run: askRemove },
    ],
  };
}
