import { useQueryClient } from '@tanstack/react-query';
import type { CallArguments, CallName, CallResult } from '../../preload/page.ts';
import { nameOf } from '../logic/service.ts';
import { displayName } from '../logic/uploads.ts';
import { t } from '../messages.ts';
import { Confirm, type ConfirmProps, useCloseDialog } from '../parts/overlays/dialog.tsx';
import { useApp, useFolders } from '../state/app-state.ts';
import { invalidate, queryKeyOf, stateOf, useCommand } from '../state/data/calls.ts';
import { storeCalls } from '../state/data/live.ts';
import type { DialogProps } from '../state/window/dialog.ts';
import { platformOf } from './store/store-text.ts';

type Props<Name extends CallName> = Omit<ConfirmProps, 'state' | 'onConfirm'> & {
  readonly call: Name;
  readonly values: CallArguments<Name>;
  readonly onDone?: (result: CallResult<Name>) => void;
};

export function ConfirmCall<Name extends CallName>({ call, values, onDone, ...question }: Props<Name>) {
  const close = useCloseDialog();
  const command = useCommand(call, onDone ?? question.onClose ?? close);
  return <Confirm {...question} state={stateOf(command)} onConfirm={() => command.mutate(values)} />;
}

export function RemoveAccount({ account }: DialogProps<'remove-account'>) {
  const folders = useFolders().filter((folder) => folder.accountId === account.id).length;
  return (
    <ConfirmCall
      call="accounts.remove"
      values={{ id: account.id }}
      title={t('accounts.removeTitle', { name: account.name })}
      text={t('accounts.removeText', { count: folders })}
      button={t('accounts.removeButton')}
      busyButton={t('accounts.removing')}
    />
  );
}

export function CancelUpload({ upload }: DialogProps<'cancel-upload'>) {
  return (
    <ConfirmCall
      call="uploads.cancel"
      values={{ id: upload.id }}
      title={t('uploads.cancelTitle', { name: displayName(upload) })}
      text={t('uploads.cancelText')}
      button={t('uploads.cancelButton')}
      busyButton={t('uploads.cancelling')}
      safeButton={t('uploads.keepGoing')}
    />
  );
}

export function RemoveProfile({ accountId, profile }: DialogProps<'remove-profile'>) {
  const app = useApp();
  const queries = useQueryClient();
  const close = useCloseDialog();
  const count = profile.itemCount;
  return (
    <ConfirmCall
      call="store.remove"
      values={{ accountId, profileId: profile.id }}
      title={t('store.removeProfileTitle', { name: profile.name })}
      text={t('store.removeProfileText', { count })}
      button={t('store.removeProfileButton', { count })}
      busyButton={t('store.deleting')}
      onDone={() => {
        close();
        app.screen.goTo('store');
        invalidate(queries, ['store.list'], { accountId });
      }}
    />
  );
}

export function RemoveItem({ accountId, profile, item }: DialogProps<'remove-item'>) {
  const queries = useQueryClient();
  const close = useCloseDialog();
  const { name, version, type } = item;
  return (
    <ConfirmCall
      call="store.removeItem"
      values={{ accountId, itemId: item.id }}
      title={t('store.removeItemTitle', { name, version, platform: platformOf(type) })}
      text={profile.itemCount === 1 ? t('store.removeLastItemText') : t('store.removeItemText')}
      button={t('store.removeItemButton')}
      busyButton={t('store.deleting')}
      onDone={() => {
        close();
        invalidate(queries, storeCalls, { accountId });
      }}
    />
  );
}

export function RemoveSender({ name }: DialogProps<'remove-push-sender'>) {
  const app = useApp();
  const queries = useQueryClient();
  const back = (): void => app.dialog.set({ kind: 'push-senders' });
  return (
    <ConfirmCall
      call="push.senders.remove"
      values={{ name }}
      title={t('push-messages.sender.removeTitle', { name })}
      text={t('push-messages.sender.removeText')}
      button={t('push-messages.sender.removeButton')}
      busyButton={t('push-messages.sender.removing')}
      onClose={back}
      onDone={(senders) => {
        queries.setQueryData(queryKeyOf('push.senders.list'), senders);
        back();
      }}
    />
  );
}

export function RemoveMember({ member }: DialogProps<'remove-member'>) {
  return (
    <ConfirmCall
      call="service.removeMember"
      values={{ id: member.id }}
      title={t('service.removeMemberTitle', { name: nameOf(member) })}
      text={t('service.removeMemberText')}
      button={t('service.removeMemberButton')}
      busyButton={t('service.removing')}
    />
  );
}

export function RemoveDevice({ device, member }: DialogProps<'remove-device'>) {
  return (
    <ConfirmCall
      call="service.removeDevice"
      values={{ id: device.id }}
      title={t('service.removeDeviceTitle', { product: device.product, name: nameOf(member) })}
      text={t('service.removeDeviceText')}
      button={t('service.removeDeviceButton')}
      busyButton={t('service.removing')}
    />
  );
}

export function RemoveTeam({ team }: DialogProps<'remove-team'>) {
  return (
    <ConfirmCall
      call="service.removeTeam"
      values={{ id: team.id }}
      title={t('service.removeTeamTitle', { name: team.name })}
      text={t('service.removeTeamText', { count: team.memberIds.length })}
      button={t('service.removeTeamButton')}
      busyButton={t('service.removing')}
    />
  );
}

export function RemoveUser({ userName }: DialogProps<'remove-user'>) {
  return (
    <ConfirmCall
      call="service.removeUser"
      values={{ userName }}
      title={t('service.removeUserTitle', { name: userName })}
      text={t('service.removeUserText')}
      button={t('service.removeUserButton')}
      busyButton={t('service.removing')}
    />
  );
}

export function RemoveClient({ clientId }: DialogProps<'remove-client'>) {
  return (
    <ConfirmCall
      call="service.removeClient"
      values={{ clientId }}
      title={t('service.removeClientTitle', { id: clientId })}
      text={t('service.removeClientText')}
      button={t('service.removeClientButton')}
      busyButton={t('service.removing')}
    />
  );
}

export function RevokeToken({ name }: DialogProps<'revoke-token'>) {
  return (
    <ConfirmCall
      call="service.revokeAccessToken"
      values={{ name }}
      title={t('service.revokeTitle', { name })}
      text={t('service.revokeText')}
      button={t('service.revokeButton')}
      busyButton={t('service.revoking')}
    />
  );
}

export function OpenAccess({ profile }: DialogProps<'open-access'>) {
  return (
    <ConfirmCall
      call="service.setProfileAccess"
      values={{ profileId: profile.id, staticUser: null }}
      title={t('service.openAccessTitle', { name: profile.name })}
      text={t('service.openAccessText')}
      button={t('service.openAccessButton')}
      busyButton={t('service.openingAccess')}
    />
  );
}
