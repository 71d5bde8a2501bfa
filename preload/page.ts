/** What the page sees of the contract: the same calls and events, with text of its language where main has messages. Types only. */
import type { Failure as MainFailure } from '../main/base/failure.ts';
import type { ConnectionReport as MainConnectionReport } from '../main/core/accounts/connection-part.ts';
import type { FoundProject as MainFoundProject } from '../main/core/folders/find-projects.ts';
import type { ReachView as MainReachView } from '../main/core/network/network-reach.ts';
import type { PreferencesView as MainPreferencesView } from '../main/core/preferences.ts';
import type { DryRun as MainDryRun } from '../main/core/push/push.ts';
import type * as projects from '../main/core/push/push-projects.ts';
import type * as push from '../main/core/push/push-views.ts';
import type * as core from '../main/core/view.ts';
import type { Localised } from '../main/messages/localised.ts';
import type { PackageInfo as MainPackageInfo } from '../main/packages/package-info.ts';
import type { FileChange as MainFileChange } from '../main/push/checks/findings.ts';
import type { MappingEdit as MainMappingEdit } from '../main/push/mapping/edit-mapping.ts';
import type { MappingProblem as MainMappingProblem } from '../main/push/mapping/mapping.ts';
import type * as forms from '../main/push/mapping/mapping-form.ts';
import type * as service from '../main/service/service-view.ts';
import type { AccountView as MainAccountView } from '../main/settings/account-view.ts';
import type * as uploads from '../main/uploads/upload-view.ts';
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
export type FindingView = Localised<projects.FindingView>;
export type ProjectView = Localised<projects.ProjectView>;
export type RuleView = Localised<projects.RuleView>;
export type SenderView = Localised<push.SenderView>;
export type SentMessageView = Localised<push.SentMessageView>;
export type SentView = Localised<push.SentView>;
export type SimulationView = Localised<push.SimulationView>;
export type DryRun = Localised<MainDryRun>;
export type ApplicationView = Localised<core.ApplicationView>;
export type FolderPreset = Localised<core.FolderPreset>;
export type FolderState = Localised<core.FolderState>;
export type FolderView = Localised<core.FolderView>;
export type ListedApplicationView = Localised<core.ListedApplicationView>;
export type MailServerView = Localised<core.MailServerView>;
export type NetworkView = Localised<core.NetworkView>;
export type People = Localised<service.People>;
export type RecipientView = Localised<core.RecipientView>;
export type RemovalView = Localised<core.RemovalView>;
export type ReachCheck = Localised<core.ReachCheck>;
export type ServiceOverview = Localised<core.ServiceOverview>;
export type ServiceStatus = Localised<core.ServiceStatus>;
export type SignIns = Localised<core.SignIns>;
export type StaticUserView = Localised<core.StaticUserView>;
export type StoreItemView = Localised<core.StoreItemView>;
export type StoreProfileSummary = Localised<core.StoreProfileSummary>;
export type StoreProfileView = Localised<core.StoreProfileView>;
export type SystemIssuesView = Localised<core.SystemIssuesView>;
export type TryOutView = Localised<core.TryOutView>;
export type VersionChanges = Localised<core.VersionChanges>;
export type VersionDetails = Localised<core.VersionDetails>;
export type VersionView = Localised<core.VersionView>;
export type WaitingFileView = Localised<core.WaitingFileView>;
export type PackageInfo = Localised<MainPackageInfo>;
export type FileChange = Localised<MainFileChange>;
export type MappingEdit = Localised<MainMappingEdit>;
export type MappingField = Localised<forms.MappingField>;
export type MappingForm = Localised<forms.MappingForm>;
export type OtherEntry = Localised<forms.OtherEntry>;
export type MappingProblem = Localised<MainMappingProblem>;
export type AccessEntry = Localised<service.AccessEntry>;
export type AccessToken = Localised<service.AccessToken>;
export type BuildsUse = Localised<service.BuildsUse>;
export type ImportLine = Localised<service.ImportLine>;
export type ImportReport = Localised<service.ImportReport>;
export type MemberView = Localised<service.MemberView>;
export type MessageView = Localised<service.MessageView>;
export type OutboxMessage = Localised<service.OutboxMessage>;
export type PeopleView = Localised<service.PeopleView>;
export type TeamView = Localised<service.TeamView>;
export type AccountView = Localised<MainAccountView>;
export type AccountBlock = Localised<uploads.AccountBlock>;
export type UploadProgress = Localised<uploads.UploadProgress>;
export type UploadView = Localised<uploads.UploadView>;
export type UpdatesView = Localised<MainUpdatesView>;

/** What the renderer finds as `window.slipway`. */
export type Bridge = {
  call<Name extends CallName>(name: Name, values: CallArguments<Name>): Promise<Outcome<CallResult<Name>>>;
  /** Listens; the returned function stops listening. */
  on<Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void): () => void;
  /**
   * A path main can read for a file a person dropped or chose: the file's own path in the application
   * (`preload/noPath`, without a message, for one that has none); in a browser tab the file is first copied to the host.
   */
  pathForFile(file: File): Promise<Outcome<string>>;
};
