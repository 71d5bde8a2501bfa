import type { ComponentType } from 'react';
import { CloseDialog } from '../parts/overlays/dialog.tsx';
import { useApp } from '../state/app-state.ts';
import { useStore } from '../state/store.ts';
import type { DialogKind, DialogProps } from '../state/window/dialog.ts';
import { onDemandDialog } from './on-demand-dialog.tsx';

const dialogs: { readonly [Kind in DialogKind]: ComponentType<DialogProps<Kind>> } = {
  account: onDemandDialog(async () => (await import('./accounts/account-dialog.tsx')).AccountDialog),
  'remove-account': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveAccount),
  upload: onDemandDialog(async () => (await import('./uploads/dialogs/upload-dialog.tsx')).UploadDialog),
  folder: onDemandDialog(async () => (await import('./folders/folder-dialog.tsx')).FolderDialog),
  shortcuts: onDemandDialog(async () => (await import('./help/key-list.tsx')).ShortcutsDialog),
  'whats-new': onDemandDialog(async () => (await import('./help/whats-new.tsx')).WhatsNewDialog),
  'mapping-path': onDemandDialog(
    async () => (await import('./push/mapping/mapping-path-dialog.tsx')).MappingPathDialog,
  ),
  send: onDemandDialog(async () => (await import('./apps/remove-dialogs.tsx')).SendDialog),
  note: onDemandDialog(async () => (await import('./apps/remove-dialogs.tsx')).NoteDialog),
  'correct-recipient': onDemandDialog(
    async () => (await import('./apps/recipient-dialogs.tsx')).CorrectRecipientDialog,
  ),
  'remove-recipient': onDemandDialog(
    async () => (await import('./apps/recipient-dialogs.tsx')).RemoveRecipient,
  ),
  'push-message': onDemandDialog(
    async () => (await import('./push/messages/compose-dialog.tsx')).ComposeDialog,
  ),
  'push-senders': onDemandDialog(
    async () => (await import('./push/messages/sender-dialogs.tsx')).SendersDialog,
  ),
  'push-sender': onDemandDialog(
    async () => (await import('./push/messages/sender-dialogs.tsx')).SenderDialog,
  ),
  'remove-push-sender': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveSender),
  'cancel-upload': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).CancelUpload),
  'pause-upload': onDemandDialog(
    async () => (await import('./uploads/dialogs/pause-upload-dialog.tsx')).PauseUploadDialog,
  ),
  'send-again': onDemandDialog(
    async () => (await import('./uploads/dialogs/pause-upload-dialog.tsx')).SendAgainDialog,
  ),
  'remove-versions': onDemandDialog(
    async () => (await import('./apps/remove-dialogs.tsx')).RemoveVersionsDialog,
  ),
  'remove-application': onDemandDialog(
    async () => (await import('./apps/remove-dialogs.tsx')).RemoveApplicationDialog,
  ),
  'edit-profile': onDemandDialog(async () => (await import('./store/profile-dialog.tsx')).ProfileDialog),
  'remove-profile': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveProfile),
  'remove-item': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveItem),
  exposure: onDemandDialog(
    async () => (await import('./service/exposure/exposure-dialog.tsx')).ExposureDialog,
  ),
  member: onDemandDialog(async () => (await import('./service/people/people-dialogs.tsx')).MemberDialog),
  team: onDemandDialog(async () => (await import('./service/people/people-dialogs.tsx')).TeamDialog),
  'remove-member': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveMember),
  'remove-device': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveDevice),
  'remove-team': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveTeam),
  import: onDemandDialog(async () => (await import('./service/people/import-dialog.tsx')).ImportDialog),
  user: onDemandDialog(async () => (await import('./service/credential-dialogs.tsx')).UserDialog),
  'remove-user': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveUser),
  client: onDemandDialog(async () => (await import('./service/credential-dialogs.tsx')).ClientDialog),
  secret: onDemandDialog(async () => (await import('./service/credential-dialogs.tsx')).SecretDialog),
  'remove-client': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RemoveClient),
  'access-token': onDemandDialog(
    async () => (await import('./service/access-token-dialog.tsx')).AccessTokenDialog,
  ),
  'revoke-token': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).RevokeToken),
  'profile-access': onDemandDialog(
    async () => (await import('./service/profile-access.tsx')).ProfileAccessDialog,
  ),
  'open-access': onDemandDialog(async () => (await import('./confirm-dialogs.tsx')).OpenAccess),
  mail: onDemandDialog(async () => (await import('./service/mail/mail-fields.tsx')).MailDialog),
};

export function DialogHost() {
  const app = useApp();
  const open = useStore(app.dialog);
  if (!open) return null;
  // `dialogs` maps each kind to a component with matching props, which the compiler cannot see here.
  const Dialog = dialogs[open.kind] as ComponentType<object>;
  // A callback that runs late must not close another dialog.
  const close = (): void => {
    if (app.dialog.get() === open) app.dialog.set(open.back ?? null);
  };
  return (
    <CloseDialog value={close}>
      <Dialog {...open} />
    </CloseDialog>
  );
}
