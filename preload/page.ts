/// <reference types="node" />
/** The contract for the page, in which localised text replaces messages. Types only. */
import type { Failure as MainFailure } from '../main/base/failure.ts';
import type { ConnectionReport as MainConnectionReport } from '../main/core/accounts/connection-part.ts';
import type * as apps from '../main/core/views/apps.ts';
import type * as folders from '../main/core/views/folders.ts';
import type * as network from '../main/core/views/network.ts';
import type * as push from '../main/core/views/push.ts';
import type * as service from '../main/core/views/service.ts';
import type * as system from '../main/core/views/system.ts';
import type { Localised } from '../main/messages/localised.ts';
import type { PackageInfo as MainPackageInfo } from '../main/packages/package-info.ts';
import type { MappingProblem as MainMappingProblem } from '../main/push/mapping/mapping.ts';
import type { MappingForm as MainMappingForm } from '../main/push/mapping/mapping-form.ts';
import type * as people from '../main/service/service-view.ts';
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

export type { MailState } from '../main/api/wire.ts';
export type { Remedy } from '../main/base/failure.ts';
export type { ConnectionPart } from '../main/core/accounts/connection-part.ts';
export type {
  ApplicationView,
  ListedApplicationView,
  RecipientView,
  RemovalView,
  StaticUserView,
  StoreItemView,
  StoreProfileSummary,
  StoreProfileView,
  VersionDetails,
  VersionView,
} from '../main/core/views/apps.ts';
export type { SenderView } from '../main/core/views/push.ts';
export type { ServiceCredentials } from '../main/core/views/service.ts';
export type { PreferencesView } from '../main/core/views/system.ts';
export type { Language } from '../main/messages/locale.ts';
export type { FileChange, Verdict } from '../main/push/checks/findings.ts';
export type { MappingEdit } from '../main/push/mapping/edit-mapping.ts';
export type { MappingField, OtherEntry } from '../main/push/mapping/mapping-form.ts';
export type {
  AccessEntry,
  AccessToken,
  BuildsUse,
  MemberView,
  People,
  PeopleView,
  RegisteredDevice,
  TeamView,
  VersionDevice,
} from '../main/service/service-view.ts';
export type { Recipients } from '../main/settings/settings-schema.ts';
export type { UploadState } from '../main/uploads/upload-view.ts';
export type { CallArguments, CallName, EventName, MenuCommand } from './contract.ts';

export type Failure = Localised<MainFailure>;
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false } & Failure);
export type CallResult<Name extends CallName> = Localised<MainCallResult<Name>>;
export type BridgeEvents = Localised<MainBridgeEvents>;

export type AccountBlock = Localised<uploads.AccountBlock>;
export type AccountView = Localised<MainAccountView>;
export type ConnectionReport = Localised<MainConnectionReport>;
export type DryRun = Localised<push.DryRun>;
export type FindingView = Localised<push.FindingView>;
export type FolderPreset = Localised<folders.FolderPreset>;
export type FolderState = Localised<folders.FolderState>;
export type FolderView = Localised<folders.FolderView>;
export type FoundProject = Localised<folders.FoundProject>;
export type ImportLine = Localised<people.ImportLine>;
export type ImportReport = Localised<people.ImportReport>;
export type MailServerView = Localised<service.MailServerView>;
export type MappingForm = Localised<MainMappingForm>;
export type MappingProblem = Localised<MainMappingProblem>;
export type MessageView = Localised<people.MessageView>;
export type NetworkView = Localised<network.NetworkView>;
export type OutboxMessage = Localised<people.OutboxMessage>;
export type PackageInfo = Localised<MainPackageInfo>;
export type ProjectView = Localised<push.ProjectView>;
export type ExposureCheck = Localised<service.ExposureCheck>;
export type AddressCheck = Localised<network.AddressCheck>;
export type RuleView = Localised<push.RuleView>;
export type SentMessageView = Localised<push.SentMessageView>;
export type SentView = Localised<push.SentView>;
export type SenderReport = Localised<people.SenderReport>;
export type ServiceOverview = Localised<service.ServiceOverview>;
export type ServiceStatus = Localised<service.ServiceStatus>;
export type SimulationView = Localised<push.SimulationView>;
export type SystemIssuesView = Localised<system.SystemIssuesView>;
export type FolderDryRun = Localised<folders.FolderDryRun>;
export type UpdatesView = Localised<MainUpdatesView>;
export type UploadProgress = Localised<uploads.UploadProgress>;
export type UploadView = Localised<uploads.UploadView>;
export type VersionChanges = Localised<apps.VersionChanges>;
export type WaitingFileView = Localised<folders.WaitingFileView>;

/** Type of `window.slipway` in the renderer. */
export type Bridge = {
  call<Name extends CallName>(name: Name, values: CallArguments<Name>): Promise<Outcome<CallResult<Name>>>;
  on<Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void): () => void;
  /**
   * Returns a path of a dropped or chosen file; a browser tab uploads it first. Fails with `preload/noPath`,
   * without a message, if the file has no path.
   */
  pathForFile(file: File): Promise<Outcome<string>>;
};
