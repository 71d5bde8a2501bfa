import type { StoreProfileView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { chooseBuilds } from '../../parts/fields/file-input.tsx';
import { type Action, menuActions, useActions } from '../../state/actions.ts';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useProfileActions } from './profile-actions.ts';

export function useStoreActions(): readonly Action[] {
  const account = useActiveAccount();
  const uploadTo = useUploadTo();
  if (!account) return [];
  return [
    {
      id: 'store.upload',
      label: t('store.upload'),
      hint: t('common.screen.store'),
      icon: 'store',
      run: () => chooseBuilds((files) => uploadTo(account.id, null, files)),
    },
  ];
}

export function useOpenProfileActions(accountId: string, profile: StoreProfileView): void {
  const actions = useProfileActions(accountId, profile);
  const uploadTo = useUploadTo();
  const add = (): void => chooseBuilds((files) => uploadTo(accountId, profile, files));
  useActions([
    { id: 'store.add-build', label: t('store.addBuild'), hint: profile.name, icon: 'add', run: add },
    ...menuActions('store.profile', profile.name, actions.menu),
  ]);
}

/** Returns a function that opens the upload dialog. If `profile` is null, the build's package selects it. */
export function useUploadTo() {
  const app = useApp();
  return (
    accountId: string,
    profile: Pick<StoreProfileView, 'id' | 'name'> | null,
    files: readonly File[],
  ): void =>
    app.dialog.set({
      kind: 'upload',
      files,
      into: {
        accountId,
        area: 'appstore',
        profile: profile && { id: profile.id, name: profile.name },
      },
    });
}
