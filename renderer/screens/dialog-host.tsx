import { useApp } from '../state/app-state.ts';
import { useStore } from '../state/store.ts';
import { AccountDialog } from './accounts/account-dialog.tsx';
import { RemoveAccountDialog } from './accounts/remove-account-dialog.tsx';
import { NoteDialog } from './apps/note-dialog.tsx';
import { RemoveApplicationDialog, RemoveVersionsDialog } from './apps/remove-dialogs.tsx';
import { SendDialog } from './apps/send-dialog.tsx';
import { FolderDialog } from './folders/folder-dialog.tsx';
import { ShortcutsDialog } from './help/help-screen.tsx';
import { MappingPathDialog } from './push/mapping/mapping-path-dialog.tsx';
import { ComposeDialog } from './push/messages/compose-dialog.tsx';
import { RemoveSenderDialog, SenderDialog, SendersDialog } from './push/messages/sender-dialogs.tsx';
import { ServiceDialogs } from './service/service-dialogs.tsx';
import { ProfileDialog } from './store/profile-dialog.tsx';
import { RemoveItemDialog, RemoveProfileDialog } from './store/remove-dialogs.tsx';
import { CancelUploadDialog } from './uploads/dialogs/cancel-upload-dialog.tsx';
import { PauseUploadDialog } from './uploads/dialogs/pause-upload-dialog.tsx';
import { SendAgainDialog } from './uploads/dialogs/send-again-dialog.tsx';
import { UploadDialog } from './uploads/dialogs/upload-dialog.tsx';

/** Draws the dialog that is open. */
export function DialogHost() {
  const app = useApp();
  const dialog = useStore(app.dialog);
  // An answer that arrives late must not close the dialog that is open by then.
  const onClose = (): void => {
    if (app.dialog.get() === dialog) app.dialog.set(null);
  };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'account':
      return <AccountDialog account={dialog.account} next={dialog.next} onClose={onClose} />;
    case 'service':
      return <ServiceDialogs show={dialog.show} onClose={onClose} />;
    case 'remove-account':
      return <RemoveAccountDialog account={dialog.account} onClose={onClose} />;
    case 'upload':
      return <UploadDialog files={dialog.files} into={dialog.into} onClose={onClose} />;
    case 'folder':
      return <FolderDialog folder={dialog.folder} onClose={onClose} />;
    case 'mapping-path':
      return <MappingPathDialog to={dialog.to} onClose={onClose} />;
    case 'send':
      return <SendDialog accountId={dialog.accountId} version={dialog.version} onClose={onClose} />;
    case 'note':
      return <NoteDialog version={dialog.version} onClose={onClose} />;
    case 'cancel-upload':
      return <CancelUploadDialog upload={dialog.upload} onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />;
    case 'pause-upload':
      return <PauseUploadDialog upload={dialog.upload} onClose={onClose} />;
    case 'send-again':
      return <SendAgainDialog upload={dialog.upload} onClose={onClose} />;
    case 'push-message':
      return dialog.draft && <ComposeDialog draft={dialog.draft} onClose={onClose} />;
    case 'push-senders':
      return <SendersDialog onClose={onClose} />;
    case 'push-sender':
      return <SenderDialog sender={dialog.sender} next={dialog.next} />;
    case 'remove-push-sender':
      return <RemoveSenderDialog name={dialog.name} />;
    case 'edit-profile':
      return (
        <ProfileDialog
          accountId={dialog.accountId}
          profile={dialog.profile}
          draft={dialog.draft}
          onClose={onClose}
        />
      );
    case 'remove-profile':
      return <RemoveProfileDialog accountId={dialog.accountId} profile={dialog.profile} onClose={onClose} />;
    case 'remove-item':
      return (
        <RemoveItemDialog
          accountId={dialog.accountId}
          profile={dialog.profile}
          item={dialog.item}
          onClose={onClose}
        />
      );
    case 'remove-versions':
      return (
        <RemoveVersionsDialog accountId={dialog.accountId} versions={dialog.versions} onClose={onClose} />
      );
    case 'remove-application':
      return (
        <RemoveApplicationDialog
          accountId={dialog.accountId}
          applicationId={dialog.applicationId}
          name={dialog.name}
          onClose={onClose}
        />
      );
  }
}
