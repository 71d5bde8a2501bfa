/** The dialogs of Built-in service. */

import type { ServiceDialog } from '../../state/dialog.ts';
import { ImportDialog } from './import-dialog.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { MemberDialog, RemoveMemberDialog, RemoveTeamDialog, TeamDialog } from './people-dialogs.tsx';
import { ProfileAccessDialog } from './profile-access.tsx';
import { ReachDialog } from './reach-dialog.tsx';
import {
  ClientDialog,
  RemoveClientDialog,
  RemoveUserDialog,
  SecretDialog,
  UserDialog,
} from './sign-in-dialogs.tsx';

type Props = { readonly show: ServiceDialog; readonly onClose: () => void };

export function ServiceDialogs({ show, onClose }: Props) {
  switch (show.kind) {
    case 'reach':
      return <ReachDialog reach={show.reach} onClose={onClose} />;
    case 'member':
      return <MemberDialog member={show.member} people={show.people} onClose={onClose} />;
    case 'team':
      return <TeamDialog team={show.team} onClose={onClose} />;
    case 'remove-member':
      return <RemoveMemberDialog member={show.member} onClose={onClose} />;
    case 'remove-team':
      return <RemoveTeamDialog team={show.team} onClose={onClose} />;
    case 'import':
      return <ImportDialog onClose={onClose} />;
    case 'user':
      return <UserDialog userName={null} onClose={onClose} />;
    case 'password':
      return <UserDialog userName={show.userName} onClose={onClose} />;
    case 'remove-user':
      return <RemoveUserDialog userName={show.userName} onClose={onClose} />;
    case 'client':
      return <ClientDialog onClose={onClose} />;
    case 'secret':
      return <SecretDialog clientId={show.clientId} onClose={onClose} />;
    case 'remove-client':
      return <RemoveClientDialog clientId={show.clientId} onClose={onClose} />;
    case 'profile-access':
      return <ProfileAccessDialog profile={show.profile} onClose={onClose} />;
    case 'mail':
      return <MailDialog mailServer={show.mailServer} onClose={onClose} />;
  }
}
