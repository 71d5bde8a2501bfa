/** What the page sees of the contract: the same calls and events, with text of its language where main has messages. Types only. */
import type { Failure as MainFailure } from '../main/base/failure.ts';
import type { ConnectionReport as MainConnectionReport } from '../main/core/accounts/connection-part.ts';
import type { FoundProject as MainFoundProject } from '../main/core/folders/find-projects.ts';
import type { ReachView as MainReachView } from '../main/core/network/network-reach.ts';
import type { PreferencesView as MainPreferencesView } from '../main/core/preferences.ts';
import type { DryRun as MainDryRun } from '../main/core/push/push.ts';
import type {
  FindingView as MainFindingView,
  ProjectView as MainProjectView,
  RuleView as MainRuleView,
} from '../main/core/push/push-projects.ts';
import type {
  SenderView as MainSenderView,
  SentMessageView as MainSentMessageView,
  SentView as MainSentView,
  SimulationView as MainSimulationView,
} from '../main/core/push/push-views.ts';
import type {
  ApplicationView as MainApplicationView,
  FolderPreset as MainFolderPreset,
  FolderState as MainFolderState,
  FolderView as MainFolderView,
  ListedApplicationView as MainListedApplicationView,
  MailServerView as MainMailServerView,
  NetworkView as MainNetworkView,
  People as MainPeople,
  RecipientView as MainRecipientView,
  RemovalView as MainRemovalView,
  ServiceOverview as MainServiceOverview,
  ServiceStatus as MainServiceStatus,
  SignIns as MainSignIns,
  StaticUserView as MainStaticUserView,
  StoreItemView as MainStoreItemView,
  StoreProfileSummary as MainStoreProfileSummary,
  StoreProfileView as MainStoreProfileView,
  SystemIssuesView as MainSystemIssuesView,
  TryOutView as MainTryOutView,
  VersionChanges as MainVersionChanges,
  VersionDetails as MainVersionDetails,
  VersionView as MainVersionView,
  WaitingFileView as MainWaitingFileView,
} from '../main/core/view.ts';
import type { Localised } from '../main/messages/localised.ts';
import type { PackageInfo as MainPackageInfo } from '../main/packages/package-info.ts';
import type { FileChange as MainFileChange } from '../main/push/checks/findings.ts';
import type { MappingEdit as MainMappingEdit } from '../main/push/mapping/edit-mapping.ts';
import type { MappingProblem as MainMappingProblem } from '../main/push/mapping/mapping.ts';
import type {
  MappingField as MainMappingField,
  MappingForm as MainMappingForm,
  OtherEntry as MainOtherEntry,
} from '../main/push/mapping/mapping-form.ts';
import type {
  AccessEntry as MainAccessEntry,
  ImportLine as MainImportLine,
  ImportReport as MainImportReport,
  MemberView as MainMemberView,
  MessageView as MainMessageView,
  OutboxMessage as MainOutboxMessage,
  PeopleView as MainPeopleView,
  TeamView as MainTeamView,
} from '../main/service/service-view.ts';
import type { AccountView as MainAccountView } from '../main/settings/account-view.ts';
import type { AccountBlock as MainAccountBlock } from '../main/uploads/queue/block-reason.ts';
import type {
  UploadProgress as MainUploadProgress,
  UploadView as MainUploadView,
} from '../main/uploads/upload-view.ts';
import type {
  CallArguments,
  CallName,
  EventName,
  BridgeEvents as MainBridgeEvents,
  CallResult as MainCallResult,
  UpdatesView as MainUpdatesView,
} from './contract.ts';

export type { Remedy } from '../main/base/failure.ts';
export type { ConnectionPart } from '../main/core/accounts/connection-part.ts';
export type { Language } from '../main/messages/locale.ts';
export type { Verdict } from '../main/push/checks/findings.ts';
export type { Recipients } from '../main/settings/settings-schema.ts';
export type { UploadState } from '../main/uploads/upload-view.ts';
export type { CallArguments, CallName, EventName } from './contract.ts';

export type Failure = Localised<MainFailure>;
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false } & Failure);
export type CallResult<Name extends CallName> = Localised<MainCallResult<Name>>;
export type BridgeEvents = Localised<MainBridgeEvents>;

export type ConnectionReport = Localised<MainConnectionReport>;
export type FoundProject = Localised<MainFoundProject>;
export type ReachView = Localised<MainReachView>;
export type PreferencesView = Localised<MainPreferencesView>;
export type FindingView = Localised<MainFindingView>;
export type ProjectView = Localised<MainProjectView>;
export type RuleView = Localised<MainRuleView>;
export type SenderView = Localised<MainSenderView>;
export type SentMessageView = Localised<MainSentMessageView>;
export type SentView = Localised<MainSentView>;
export type SimulationView = Localised<MainSimulationView>;
export type DryRun = Localised<MainDryRun>;
export type ApplicationView = Localised<MainApplicationView>;
export type FolderPreset = Localised<MainFolderPreset>;
export type FolderState = Localised<MainFolderState>;
export type FolderView = Localised<MainFolderView>;
export type ListedApplicationView = Localised<MainListedApplicationView>;
export type MailServerView = Localised<MainMailServerView>;
export type NetworkView = Localised<MainNetworkView>;
export type People = Localised<MainPeople>;
export type RecipientView = Localised<MainRecipientView>;
export type RemovalView = Localised<MainRemovalView>;
export type ServiceOverview = Localised<MainServiceOverview>;
export type ServiceStatus = Localised<MainServiceStatus>;
export type SignIns = Localised<MainSignIns>;
export type StaticUserView = Localised<MainStaticUserView>;
export type StoreItemView = Localised<MainStoreItemView>;
export type StoreProfileSummary = Localised<MainStoreProfileSummary>;
export type StoreProfileView = Localised<MainStoreProfileView>;
export type SystemIssuesView = Localised<MainSystemIssuesView>;
export type TryOutView = Localised<MainTryOutView>;
export type VersionChanges = Localised<MainVersionChanges>;
export type VersionDetails = Localised<MainVersionDetails>;
export type VersionView = Localised<MainVersionView>;
export type WaitingFileView = Localised<MainWaitingFileView>;
export type PackageInfo = Localised<MainPackageInfo>;
export type FileChange = Localised<MainFileChange>;
export type MappingEdit = Localised<MainMappingEdit>;
export type MappingField = Localised<MainMappingField>;
export type MappingForm = Localised<MainMappingForm>;
export type OtherEntry = Localised<MainOtherEntry>;
export type MappingProblem = Localised<MainMappingProblem>;
export type AccessEntry = Localised<MainAccessEntry>;
export type ImportLine = Localised<MainImportLine>;
export type ImportReport = Localised<MainImportReport>;
export type MemberView = Localised<MainMemberView>;
export type MessageView = Localised<MainMessageView>;
export type OutboxMessage = Localised<MainOutboxMessage>;
export type PeopleView = Localised<MainPeopleView>;
export type TeamView = Localised<MainTeamView>;
export type AccountView = Localised<MainAccountView>;
export type AccountBlock = Localised<MainAccountBlock>;
export type UploadProgress = Localised<MainUploadProgress>;
export type UploadView = Localised<MainUploadView>;
export type UpdatesView = Localised<MainUpdatesView>;

/** What the renderer finds as `window.slipway`. */
export type Bridge = {
  call<Name extends CallName>(name: Name, values: CallArguments<Name>): Promise<Outcome<CallResult<Name>>>;
  /** Listens; the returned function stops listening. */
  on<Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void): () => void;
  /**
   * A path main can read for a file a person dropped or chose: the file's own path in the application; in a browser
   * tab the file is first copied to the host.
   */
  pathForFile(file: File): Promise<Outcome<string>>;
};
