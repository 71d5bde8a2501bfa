/** Which dialog is open; one at a time. */

import type {
  AccountView,
  FolderView,
  MailServerView,
  MemberView,
  PeopleView,
  SenderView,
  StoreItemView,
  StoreProfileSummary,
  TeamView,
  UploadView,
  VersionView,
} from '../../../preload/page.ts';
import type { ReachStep } from '../../logic/drafts/reach-draft.ts';
import type { ProfileDraft } from '../../logic/profiles.ts';
import type { MessageDraft } from '../../logic/push/draft.ts';

/** Where the builds of an upload go, when that was chosen before them. */
export type UploadInto = {
  readonly accountId: string;
  readonly area: UploadView['area'];
  /** The store profile they are added to; null: the one that fits, or a new one. */
  readonly profile: Pick<StoreProfileSummary, 'id' | 'name'> | null;
};

export type OpenDialog =
  /** `next` opens when the account is there. */
  | { readonly kind: 'account'; readonly account: AccountView | null; readonly next?: OpenDialog }
  | { readonly kind: 'service'; readonly show: ServiceDialog }
  | { readonly kind: 'remove-account'; readonly account: AccountView }
  | { readonly kind: 'upload'; readonly files: readonly File[]; readonly into?: UploadInto }
  | { readonly kind: 'folder'; readonly folder: FolderView | null }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'mapping-path'; readonly to: 'open' | 'save' }
  | { readonly kind: 'send'; readonly accountId: string; readonly version: VersionView }
  /** Of the built-in service. */
  | { readonly kind: 'note'; readonly version: VersionView }
  /** Without a draft only after a sender was asked for. */
  | { readonly kind: 'push-message'; readonly draft: MessageDraft | null }
  | { readonly kind: 'push-senders' }
  /** `next` opens when it is kept. */
  | { readonly kind: 'push-sender'; readonly sender: SenderView | null; readonly next: OpenDialog | null }
  | { readonly kind: 'remove-push-sender'; readonly name: string }
  | { readonly kind: 'cancel-upload'; readonly upload: UploadView }
  /** Null: all of them. */
  | { readonly kind: 'pause-upload'; readonly upload: UploadView | null }
  | { readonly kind: 'send-again'; readonly upload: UploadView }
  /** Versions of one application, at least one. */
  | {
      readonly kind: 'remove-versions';
      readonly accountId: string;
      readonly versions: readonly VersionView[];
    }
  | {
      readonly kind: 'remove-application';
      readonly accountId: string;
      readonly applicationId: number;
      readonly name: string;
    }
  | {
      readonly kind: 'edit-profile';
      readonly accountId: string;
      readonly profile: StoreProfileSummary;
      /** What stands in the fields at first, when that is not how the profile is. */
      readonly draft?: ProfileDraft;
    }
  | { readonly kind: 'remove-profile'; readonly accountId: string; readonly profile: StoreProfileSummary }
  | {
      readonly kind: 'remove-item';
      readonly accountId: string;
      readonly profile: StoreProfileSummary;
      readonly item: StoreItemView;
    };

export type ServiceDialog =
  | { readonly kind: 'reach'; readonly step: ReachStep }
  | { readonly kind: 'member'; readonly member: MemberView | null; readonly people: PeopleView }
  | { readonly kind: 'team'; readonly team: TeamView | null }
  | { readonly kind: 'remove-member'; readonly member: MemberView }
  | { readonly kind: 'remove-team'; readonly team: TeamView }
  | { readonly kind: 'import' | 'user' | 'client' | 'access-token' }
  | { readonly kind: 'password' | 'remove-user'; readonly userName: string }
  | { readonly kind: 'secret' | 'remove-client'; readonly clientId: string }
  | { readonly kind: 'revoke-token'; readonly name: string }
  | {
      readonly kind: 'profile-access' | 'open-access';
      readonly profile: Pick<StoreProfileSummary, 'id' | 'name' | 'asksForPassword'>;
    }
  | { readonly kind: 'mail'; readonly mailServer: MailServerView };
