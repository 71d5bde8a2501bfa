import type { ComponentType } from 'react';
import { CloseDialog } from '../parts/overlays/dialog.tsx';
import { useApp } from '../state/app-state.ts';
import { useStore } from '../state/store.ts';
import type { DialogKind, DialogProps } from '../state/window/dialog.ts';
import { AccountDialog } from './accounts/account-dialog.tsx';
import { CorrectRecipientDialog, RemoveRecipient } from './apps/recipient-dialogs.tsx';
import {
  NoteDialog,
  RemoveApplicationDialog,
  RemoveVersionsDialog,
  SendDialog,
} from './apps/remove-dialogs.tsx';
import * as confirm from './confirm-dialogs.tsx';
import { FolderDialog } from './folders/folder-dialog.tsx';
import { ShortcutsDialog } from './help/help-screen.tsx';
import { MappingPathDialog } from './push/mapping/mapping-path-dialog.tsx';
import { ComposeDialog } from './push/messages/compose-dialog.tsx';
import { SenderDialog, SendersDialog } from './push/messages/sender-dialogs.tsx';
import { AccessTokenDialog } from './service/access-token-dialog.tsx';
import { ClientDialog, SecretDialog, UserDialog } from './service/credential-dialogs.tsx';
import { ExposureDialog } from './service/exposure/exposure-dialog.tsx';
import { MailDialog } from './service/mail/mail-fields.tsx';
import { ImportDialog } from './service/people/import-dialog.tsx';
import { MemberDialog, TeamDialog } from './service/people/people-dialogs.tsx';
import { ProfileAccessDialog } from './service/profile-access.tsx';
import { ProfileDialog } from './store/profile-dialog.tsx';
import { PauseUploadDialog, SendAgainDialog } from './uploads/dialogs/pause-upload-dialog.tsx';
import { UploadDialog } from './uploads/dialogs/upload-dialog.tsx';

const dialogs: { readonly [Kind in DialogKind]: ComponentType<DialogProps<Kind>> } = {
  account: AccountDialog,
  'remove-account': confirm.RemoveAccount,
  upload: UploadDialog,
  folder: FolderDialog,
  shortcuts: ShortcutsDialog,
  'mapping-path': MappingPathDialog,
  send: SendDialog,
  note: NoteDialog,
  'correct-recipient': CorrectRecipientDialog,
  'remove-recipient': RemoveRecipient,
  'push-message': ComposeDialog,
  'push-senders': SendersDialog,
  'push-sender': SenderDialog,
  'remove-push-sender': confirm.RemoveSender,
  'cancel-upload': confirm.CancelUpload,
  'pause-upload': PauseUploadDialog,
  'send-again': SendAgainDialog,
  'remove-versions': RemoveVersionsDialog,
  'remove-application': RemoveApplicationDialog,
  'edit-profile': ProfileDialog,
  'remove-profile': confirm.RemoveProfile,
  'remove-item': confirm.RemoveItem,
  exposure: ExposureDialog,
  member: MemberDialog,
  team: TeamDialog,
  'remove-member': confirm.RemoveMember,
  'remove-team': confirm.RemoveTeam,
  import: ImportDialog,
  user: UserDialog,
  'remove-user': confirm.RemoveUser,
  client: ClientDialog,
  secret: SecretDialog,
  'remove-client': confirm.RemoveClient,
  'access-token': AccessTokenDialog,
  'revoke-token': confirm.RevokeToken,
  'profile-access': ProfileAccessDialog,
  'open-access': confirm.OpenAccess,
  mail: MailDialog,
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
