/** All calls and events between the renderer and main. A call without a handler does not compile. */

import { z } from 'zod';
import type { Failure } from '../main/base/failure.ts';
import type { ConnectionReport } from '../main/core/accounts/connection-part.ts';
import type {
  ApplicationView,
  ListedApplicationView,
  RemovalView,
  StaticUserView,
  StoreProfileSummary,
  StoreProfileView,
  VersionChanges,
  VersionDetails,
  VersionView,
} from '../main/core/views/apps.ts';
import type { FolderDryRun, FolderPreset, FolderView, FoundProject } from '../main/core/views/folders.ts';
import type { AddressCheck, NetworkView } from '../main/core/views/network.ts';
import type { RegistrationView } from '../main/core/views/registration.ts';
import type { ServiceChange, ServiceStatus } from '../main/core/views/service.ts';
import type { DiagnosticsView, PreferencesView, SystemIssuesView } from '../main/core/views/system.ts';
import type { Installability } from '../main/packages/installability.ts';
import type { AccessEntry, People } from '../main/service/service-view.ts';
import type { AccountView } from '../main/settings/account-view.ts';
import type { Recipients } from '../main/settings/settings-schema.ts';
import type { AccountBlock, UploadProgress, UploadView } from '../main/uploads/upload-view.ts';
import { all, call, page, window } from './call.ts';
import {
  accountInput,
  applicationId,
  failureInput,
  filePath,
  folderInput,
  identifier,
  itemId,
  type MenuCommand,
  menuCommands,
  menuInput,
  networkInput,
  none,
  preferencesInput,
  profileId,
  recipients,
  registrationInput,
  sendDelay,
  versionId,
  versionIds,
} from './inputs.ts';
import { pushCalls } from './push-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { uploadCalls } from './upload-calls.ts';

export type { Caller, PathRule } from './call.ts';
export { type MenuCommand, menuCommands } from './inputs.ts';

export type AppInfo = {
  readonly version: string;
  /** `terminal`: a running command, whose local server accepts calls only from other commands. */
  readonly host: 'desktop' | 'browser' | 'terminal';
  /** Reason why a browser tab is used instead of a window; null otherwise. */
  readonly hostReason: string | null;
  readonly operatingSystem: 'mac' | 'windows' | 'linux';
};

/** Start at login, without a window. */
export type LoginItemView = {
  readonly enabled: boolean;
  /** Reason why the login item is unavailable; null if available. */
  readonly unavailable: Failure | null;
};

export type UpdatesView = {
  readonly version: string;
  /** Time of the last successful check, in milliseconds since 1970 UTC; null before the first. */
  readonly checkedAt: number | null;
} & (
  | { readonly state: 'off'; readonly reason: Failure }
  | { readonly state: 'unchecked' | 'checking' | 'current' }
  | { readonly state: 'available'; readonly next: string }
  /** `percent`: integer from 0 to 100. */
  | { readonly state: 'downloading'; readonly next: string; readonly percent: number }
  /** Downloaded and verified. `updates.install` or quitting Slipway installs it. */
  | { readonly state: 'ready'; readonly next: string }
  | { readonly state: 'failed'; readonly failure: Failure }
);

export const calls = {
  'app.info': call<AppInfo>(page)(none),
  'app.copyText': call<null>(page)(() => z.strictObject({ text: z.string().max(100_000) })),
  /** Opens an http or https link in the browser; rejects other links. */
  'app.openLink': call<null>(page)(() => z.strictObject({ url: z.string().max(8_000) })),
  /** Returns quarantined files and write errors of the journal. */
  'app.issues': call<SystemIssuesView>(page)(none),
  /** Hides the notice about a quarantined file. */
  'app.dismissIssue': call<null>(page)(() => z.strictObject({ path: filePath }), { path: 'compared' }),
  /** Returns failures of earlier calls in the current language. */
  'app.failures': call<readonly Failure[]>(page)(() => z.strictObject({ failures: z.array(failureInput()) })),
  'app.showInFolder': call<null>(page)(() => z.strictObject({ path: filePath }), { path: 'shown' }),
  /** Returns the icon at an address from the account's service as a `data:` URL; null if not displayable. */
  'app.picture': call<string | null>(page)(() =>
    z.strictObject({
      accountId: identifier,
      address: z.string().max(8_000),
      revision: z.string().max(100).optional(),
    }),
  ),

  'accounts.list': call<readonly AccountView[]>(all)(none),
  /** Signs in first, and stores the account only on success. */
  'accounts.save': call<AccountView>(all)(accountInput),
  'accounts.test': call<ConnectionReport>(page)(accountInput),
  'accounts.use': call<null>(all)(() => z.strictObject({ id: identifier })),
  'accounts.remove': call<null>(all)(() => z.strictObject({ id: identifier })),
  'accounts.signIn': call<null>(all)(() => z.strictObject({ id: identifier })),

  ...uploadCalls,

  'folders.list': call<readonly FolderView[]>(all)(none),
  /** Returns the chosen folder; null if the user cancels. */
  'folders.choose': call<string | null>(window)(none),
  'folders.add': call<FolderView>(all)(folderInput, { path: 'typed', 'afterUpload.folder': 'typed' }),
  'folders.update': call<FolderView>(all)(() => folderInput().extend({ id: identifier }).strict(), {
    path: 'typed',
    'afterUpload.folder': 'typed',
  }),
  /** Returns what would happen to each build in a folder. Omitted fields default to the folder's rule. */
  'folders.dryRun': call<FolderDryRun>(all)(
    () =>
      folderInput()
        .pick({ path: true })
        .extend(
          folderInput()
            .pick({
              kinds: true,
              include: true,
              exclude: true,
              depth: true,
              existingBuilds: true,
              stableForMs: true,
            })
            .partial().shape,
        )
        .strict(),
    { path: 'typed' },
  ),
  'folders.presets': call<readonly FolderPreset[]>(all)(() => z.strictObject({ path: filePath }), {
    path: 'typed',
  }),
  'folders.remove': call<null>(all)(() => z.strictObject({ id: identifier })),
  'folders.setPaused': call<null>(all)(() => z.strictObject({ id: identifier, paused: z.boolean() })),

  'apps.list': call<readonly ListedApplicationView[]>(all)(() => z.strictObject({ accountId: identifier })),
  'apps.get': call<ApplicationView>(all)(() => z.strictObject({ accountId: identifier, applicationId })),
  'apps.version': call<VersionDetails>(all)(() => z.strictObject({ accountId: identifier, versionId })),
  /** Activates or deactivates versions. A failure for one version does not affect the others. */
  'apps.setActive': call<VersionChanges>(page)(() =>
    z.strictObject({ accountId: identifier, versionIds, active: z.boolean() }),
  ),
  /**
   * Fails with `core/sendNotConfirmed` if there are warnings, unless `sendAnyway` is set. `delaySeconds`
   * delays the mail of the built-in service only. `silent` gives access without mail, and fails with
   * `core/noSilentSend` for other services.
   */
  'apps.send': call<VersionView>(all)(() =>
    z.strictObject({
      accountId: identifier,
      versionId,
      recipients,
      sendAnyway: z.boolean().optional(),
      delaySeconds: sendDelay.optional(),
      silent: z.boolean().optional(),
    }),
  ),
  /**
   * Withdraws mail of the built-in service. `at`: `lastSendDateTimeUtc` of the sent version. Fails with
   * `service/mailLeft` if any of the mail was already delivered.
   */
  'apps.undoSend': call<null>(page)(() => z.strictObject({ versionId, at: z.iso.datetime() })),
  /** Returns the recipients to whom the application was last sent; null if it was never sent. */
  'apps.lastRecipients': call<Recipients | null>(page)(() =>
    z.strictObject({ accountId: identifier, applicationId }),
  ),
  /** Returns what would be deleted with these versions; without `versionIds`, with the application. */
  'apps.removal': call<RemovalView>(page)(() =>
    z.strictObject({ accountId: identifier, applicationId, versionIds: versionIds.optional() }),
  ),
  'apps.removeVersions': call<VersionChanges>(page)(() =>
    z.strictObject({ accountId: identifier, versionIds }),
  ),
  'apps.remove': call<null>(page)(() => z.strictObject({ accountId: identifier, applicationId })),
  /** Returns the link to the install page of a version; null if unknown. */
  'apps.installLink': call<string | null>(page)(() => z.strictObject({ accountId: identifier, versionId })),
  /** Returns which devices can install a version; null if its build is not known. */
  'apps.installability': call<Installability | null>(page)(() =>
    z.strictObject({ accountId: identifier, versionId }),
  ),
  /** Falls back to the recipients of versions if the service lists no people, unless `listedOnly`. */
  'apps.people': call<People>(all)(() =>
    z.strictObject({ accountId: identifier, listedOnly: z.boolean().optional() }),
  ),

  'store.list': call<readonly StoreProfileSummary[]>(page)(() => z.strictObject({ accountId: identifier })),
  'store.get': call<StoreProfileView>(page)(() => z.strictObject({ accountId: identifier, profileId })),
  /** Updates a profile. Omitted fields stay unchanged. */
  'store.update': call<StoreProfileView>(page)(() =>
    z.strictObject({
      accountId: identifier,
      profileId,
      name: z.string().max(10_000).optional(),
      shortDescription: z.string().max(100_000).optional(),
      longDescription: z.string().max(1_000_000).optional(),
    }),
  ),
  'store.removeItem': call<null>(page)(() => z.strictObject({ accountId: identifier, itemId })),
  /** Removes a profile with all of its items. */
  'store.remove': call<null>(page)(() => z.strictObject({ accountId: identifier, profileId })),
  /** Returns the credentials that the pages of a profile require; null for none. */
  'store.staticUser': call<StaticUserView | null>(page)(() =>
    z.strictObject({ accountId: identifier, profileId }),
  ),
  'store.link': call<string | null>(page)(() => z.strictObject({ accountId: identifier, profileId })),

  ...pushCalls,

  'network.get': call<NetworkView>(all)(none),
  /** Changes the network settings of all accounts. If any change is invalid, none is applied. */
  'network.set': call<NetworkView>(all)(networkInput, { 'caFiles.*': 'typed' }),

  /** Returns the chosen files; empty if the user cancels. */
  'network.chooseCertificates': call<readonly string[]>(window)(none),

  /** Sends one request to an address with the current network settings. Sends no credentials. */
  'network.check': call<AddressCheck>(page)(() => z.strictObject({ address: z.string().max(2_000) })),

  'registration.get': call<RegistrationView>(page)(none),
  /** Replaces and checks the API key for Google's list of Android developers. An empty key removes it. */
  'registration.set': call<RegistrationView>(all)(registrationInput),

  'settings.get': call<PreferencesView>(page)(none),
  /** Changes the preferences. Omitted fields stay unchanged. */
  'settings.set': call<PreferencesView>(page)(preferencesInput),
  'settings.projects': call<readonly FoundProject[]>(page)(none),

  'diagnostics.get': call<DiagnosticsView>(page)(none),
  /** Returns the newest lines, oldest first. */
  'diagnostics.log': call<readonly string[]>(page)(() =>
    z.strictObject({ limit: z.int().min(1).max(2_000) }),
  ),
  'diagnostics.openLog': call<null>(page)(none),
  /** Writes a support bundle without secrets and returns its path. */
  'diagnostics.export': call<string>(page)(none),

  ...serviceCalls,

  'desktop.loginItem': call<LoginItemView>(page)(none),
  'desktop.setLoginItem': call<LoginItemView>(page)(() => z.strictObject({ enabled: z.boolean() })),
  /** Returns the index of the chosen entry; null for none, or without a window. */
  'desktop.popUpMenu': call<number | null>(window)(menuInput),
  /** Enables exactly these commands of the menu bar. */
  'desktop.setCommands': call<null>(window)(() =>
    z.strictObject({ commands: z.array(z.enum(menuCommands)).max(menuCommands.length) }),
  ),

  'updates.status': call<UpdatesView>(page)(none),
  /** Checks for an update and downloads it; `updates.changed` reports it. Fails if updates are off. */
  'updates.check': call<UpdatesView>(page)(none),
  /** Installs a downloaded update and restarts. Fails if no update is ready or builds are uploading. */
  'updates.install': call<null>(page)(none),
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;

export function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}
export type CallArguments<Name extends CallName> = z.infer<Calls[Name]['arguments']>;
export type CallResult<Name extends CallName> =
  | NonNullable<Calls[Name]['result']>
  | NullIn<Calls[Name]['result']>;
type NullIn<Result> = null extends Result ? null : never;

type AreaOf<Name> = Name extends `push.${infer Part}.${string}`
  ? `push.${Part}`
  : Name extends `${infer Part}.${string}`
    ? Part
    : never;

type ArgumentOf<Name extends CallName> =
  CallArguments<Name> extends Record<string, never> ? [] : [values: CallArguments<Name>];

// biome-ignore lint/suspicious/noConfusingVoidType: a method whose result is always null returns nothing.
type ReturnOf<Name extends CallName> = [CallResult<Name>] extends [null] ? void : CallResult<Name>;

/** Calls of an area as methods, such as those of `uploads`. */
export type CallsOf<Area extends AreaOf<CallName>> = {
  readonly [Name in CallName as Name extends `${Area}.${infer Method}` ? Method : never]: (
    ...values: ArgumentOf<Name>
  ) => Promise<ReturnOf<Name>>;
};

/** Handlers of all calls by area. A missing handler does not compile. */
export type Handlers = {
  readonly [Area in AreaOf<CallName>]: {
    readonly [Name in CallName as Name extends `${Area}.${infer Method}` ? Method : never]: (
      ...values: ArgumentOf<Name>
    ) => ReturnOf<Name> | Promise<ReturnOf<Name>>;
  };
};

/** Events from main. They are not repeated: after a connection loss, a page reads all data again. */
export type BridgeEvents = {
  'uploads.changed': UploadView;
  'uploads.removed': { readonly id: string };
  /** An upload that newer uploads have displaced from the list. It is still in the history. */
  'uploads.evicted': { readonly id: string };
  'uploads.progress': UploadProgress;
  'uploads.paused': boolean;
  'uploads.blocks': readonly AccountBlock[];
  'folders.changed': readonly FolderView[];
  'app.issues': SystemIssuesView;
  'accounts.changed': readonly AccountView[];
  'service.changed': ServiceStatus;
  /** Lists of the built-in service have changed and must be read again. */
  'service.dataChanged': ServiceChange;
  /** New requests to the service since the previous event, oldest first. */
  'service.requested': readonly AccessEntry[];
  'network.changed': NetworkView;
  'settings.changed': PreferencesView;
  /** Changed versions. If null, any version may have changed, and lists must be read again. */
  'apps.changed': { readonly accountId: string; readonly versions: readonly VersionView[] | null };
  /** Store profiles of the account have changed and must be read again. */
  'store.changed': { readonly accountId: string };
  'updates.changed': UpdatesView;
  /** Main requests a screen, such as `#/uploads/ID`. */
  'app.openScreen': { readonly address: string };
  /** The user chose a command of the menu bar. */
  'app.command': { readonly command: MenuCommand };
  /** Locale of the selected language, such as `de-AT`. */
  'app.language': { readonly locale: string };
};
export type EventName = keyof BridgeEvents;

export const channels = {
  call: 'slipway:call',
  event: 'slipway:event',
  /** Channel on which the preload script reports the path of a dropped or chosen file. */
  file: 'slipway:file',
} as const;
