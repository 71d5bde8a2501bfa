/** The dialogs of Built-in service. */

import { nameOf } from '../../logic/service.ts';
import { t } from '../../messages.ts';
import type { ServiceDialog } from '../../state/window/dialog.ts';
import { ConfirmCall } from '../confirm-call.tsx';
import { AccessTokenDialog } from './access-token-dialog.tsx';
import { MailDialog } from './mail/mail-dialog.tsx';
import { ImportDialog } from './people/import-dialog.tsx';
import { MemberDialog, TeamDialog } from './people/people-dialogs.tsx';
import { ProfileAccessDialog } from './profile-access.tsx';
import { ReachDialog } from './reach/reach-dialog.tsx';
import { ClientDialog, SecretDialog, UserDialog } from './sign-in-dialogs.tsx';

type Props = { readonly show: ServiceDialog; readonly onClose: () => void };

export function ServiceDialogs({ show, onClose }: Props) {
  const removing = { busyButton: t('service.removing'), onClose };
  switch (show.kind) {
    case 'reach':
      return <ReachDialog step={show.step} onClose={onClose} />;
    case 'member':
      return <MemberDialog member={show.member} people={show.people} onClose={onClose} />;
    case 'team':
      return <TeamDialog team={show.team} onClose={onClose} />;
    case 'remove-member':
      return (
        <ConfirmCall
          call="service.removeMember"
          values={{ id: show.member.id }}
          title={t('service.removeMemberTitle', { name: nameOf(show.member) })}
          text={t('service.removeMemberText')}
          button={t('service.removeMemberButton')}
          {...removing}
        />
      );
    case 'remove-team':
      return (
        <ConfirmCall
          call="service.removeTeam"
          values={{ id: show.team.id }}
          title={t('service.removeTeamTitle', { name: show.team.name })}
          text={t('service.removeTeamText', { count: show.team.memberIds.length })}
          button={t('service.removeTeamButton')}
          {...removing}
        />
      );
    case 'import':
      return <ImportDialog onClose={onClose} />;
    case 'user':
      return <UserDialog userName={null} onClose={onClose} />;
    case 'password':
      return <UserDialog userName={show.userName} onClose={onClose} />;
    case 'remove-user':
      return (
        <ConfirmCall
          call="service.removeUser"
          values={{ userName: show.userName }}
          title={t('service.removeUserTitle', { name: show.userName })}
          text={t('service.removeUserText')}
          button={t('service.removeUserButton')}
          {...removing}
        />
      );
    case 'client':
      return <ClientDialog onClose={onClose} />;
    case 'secret':
      return <SecretDialog clientId={show.clientId} onClose={onClose} />;
    case 'remove-client':
      return (
        <ConfirmCall
          call="service.removeClient"
          values={{ clientId: show.clientId }}
          title={t('service.removeClientTitle', { id: show.clientId })}
          text={t('service.removeClientText')}
          button={t('service.removeClientButton')}
          {...removing}
        />
      );
    case 'access-token':
      return <AccessTokenDialog onClose={onClose} />;
    case 'revoke-token':
      return (
        <ConfirmCall
          call="service.revokeAccessToken"
          values={{ name: show.name }}
          title={t('service.revokeTitle', { name: show.name })}
          text={t('service.revokeText')}
          button={t('service.revokeButton')}
          busyButton={t('service.revoking')}
          onClose={onClose}
        />
      );
    case 'profile-access':
      return <ProfileAccessDialog profile={show.profile} onClose={onClose} />;
    case 'open-access':
      return (
        <ConfirmCall
          call="service.setProfileAccess"
          values={{ profileId: show.profile.id, staticUser: null }}
          title={t('service.openAccessTitle', { name: show.profile.name })}
          text={t('service.openAccessText')}
          button={t('service.openAccessButton')}
          busyButton={t('service.openingAccess')}
          onClose={onClose}
        />
      );
    case 'mail':
      return <MailDialog mailServer={show.mailServer} onClose={onClose} />;
  }
}
