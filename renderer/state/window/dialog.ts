import type {
  AccountView,
  CallArguments,
  FolderView,
  MemberView,
  PeopleView,
  Recipients,
  RecipientView,
  RegisteredDevice,
  SenderView,
  StoreItemView,
  StoreProfileSummary,
  TeamView,
  UploadView,
  VersionView,
} from '../../../preload/page.ts';
import type { ExposureStep } from '../../logic/drafts/exposure-draft.ts';
import type { Invitation } from '../../logic/drafts/invitation.ts';
import type { ProfileDraft } from '../../logic/profiles.ts';
import type { MessageDraft } from '../../logic/push/draft.ts';

export type UploadTarget = {
  readonly accountId: string;
  readonly area: UploadView['area'];
  /** Store profile to upload to. Null for the profile that matches the build, or a new one. */
  readonly profile: Pick<StoreProfileSummary, 'id' | 'name'> | null;
};

/** Field values of an upload dialog that is reopened. */
export type UploadDraft = Pick<
  CallArguments<'uploads.add'>,
  'accountId' | 'area' | 'activate' | 'recipients'
> & {
  readonly sendAnyway: boolean;
  readonly releaseNote: string;
};

type OneRecipient = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly recipient: RecipientView;
};

type ClosedProfile = Pick<StoreProfileSummary, 'id' | 'name' | 'requiresPassword'>;
type InProfile = { readonly accountId: string; readonly profile: StoreProfileSummary };

type Dialogs = {
  account: {
    readonly account: AccountView | null;
    readonly next?: OpenDialog;
    /** Contents of an invitation link that another program opened. */
    readonly invitation?: Invitation;
  };
  'remove-account': { readonly account: AccountView };
  upload: { readonly files: readonly File[]; readonly into?: UploadTarget; readonly draft?: UploadDraft };
  folder: { readonly folder: FolderView | null };
  shortcuts: object;
  'whats-new': object;
  'mapping-path': { readonly to: 'open' | 'save' };
  /** `recipients` defaults to the recipients of the previous send. */
  send: { readonly accountId: string; readonly version: VersionView; readonly recipients?: Recipients };
  note: { readonly version: VersionView };
  'correct-recipient': OneRecipient;
  'remove-recipient': OneRecipient;
  'push-message': { readonly draft: MessageDraft };
  'push-senders': object;
  /** `sender` is null for a new sender. `next` is opened after the sender is saved. */
  'push-sender': { readonly sender: SenderView | null; readonly next: AfterSender | null };
  'remove-push-sender': { readonly name: string };
  'cancel-upload': { readonly upload: UploadView };
  /** Null to pause all uploads. */
  'pause-upload': { readonly upload: UploadView | null };
  'send-again': { readonly upload: UploadView; readonly recipients?: Recipients };
  'remove-versions': { readonly accountId: string; readonly versions: readonly VersionView[] };
  'remove-application': {
    readonly accountId: string;
    readonly applicationId: number;
    readonly name: string;
  };
  /** `draft` contains the initial values of the fields. Defaults to the profile's values. */
  'edit-profile': InProfile & { readonly draft?: ProfileDraft };
  'remove-profile': InProfile;
  'remove-item': InProfile & { readonly item: StoreItemView };
  exposure: { readonly step: ExposureStep };
  member: { readonly member: MemberView | null; readonly people: PeopleView };
  team: { readonly team: TeamView | null; readonly people: PeopleView };
  'remove-member': { readonly member: MemberView };
  'remove-device': { readonly device: RegisteredDevice; readonly member: MemberView };
  'remove-team': { readonly team: TeamView };
  import: object;
  /** Null adds a user. A name resets the password of this user. */
  user: { readonly userName: string | null };
  'remove-user': { readonly userName: string };
  client: object;
  secret: { readonly clientId: string };
  'remove-client': { readonly clientId: string };
  'access-token': object;
  'revoke-token': { readonly name: string };
  'profile-access': { readonly profile: ClosedProfile };
  'open-access': { readonly profile: ClosedProfile };
  mail: object;
};

export type DialogKind = keyof Dialogs;
export type DialogProps<Kind extends DialogKind> = Dialogs[Kind];
/** `back` is opened when the dialog closes. */
export type OpenDialog = {
  [Kind in DialogKind]: { readonly kind: Kind; readonly back?: OpenDialog } & Dialogs[Kind];
}[DialogKind];

/** Dialog to open after a sender is saved. Without a draft, a new message uses that sender. */
export type AfterSender =
  | { readonly kind: 'push-senders' }
  | { readonly kind: 'push-message'; readonly draft: MessageDraft | null };
