/**
 * Every call and every event that crosses between the renderer and main: name, argument schema, result type.
 * Both hosts (Electron ipc, loopback HTTP) serve exactly this table; a call without a handler does not compile.
 */

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
import type { FolderPreset, FolderView, FoundProject, TryOutView } from '../main/core/views/folders.ts';
import type { NetworkView, ReachView } from '../main/core/views/network.ts';
import type { ServiceChange, ServiceStatus } from '../main/core/views/service.ts';
import type { DiagnosticsView, PreferencesView, SystemIssuesView } from '../main/core/views/system.ts';
import type { PackageInfo } from '../main/packages/package-info.ts';
import type { AccessEntry, People } from '../main/service/service-view.ts';
import type { AccountView } from '../main/settings/account-view.ts';
import type { Recipients } from '../main/settings/settings-schema.ts';
import type { HistoryPage } from '../main/uploads/history/history-view.ts';
import type { AccountBlock, UploadPreview, UploadProgress, UploadView } from '../main/uploads/upload-view.ts';
import { all, call, local, page, window } from './call.ts';
import {
  accountInput,
  applicationId,
  filePath,
  folderInput,
  historyQuery,
  identifier,
  itemId,
  menuInput,
  networkInput,
  none,
  preferencesInput,
  profileId,
  recipients,
  uploadInput,
  versionId,
  versionIds,
} from './inputs.ts';
import { pushCalls } from './push-calls.ts';
import { serviceCalls } from './service-calls.ts';

export type { Caller, PathRule } from './call.ts';

export type AppInfo = {
  readonly version: string;
  /** `terminal`: a command, which serves other commands only. */
  readonly host: 'desktop' | 'browser' | 'terminal';
  /** Why this runs in a browser tab, when it was meant to be a window; null otherwise. */
  readonly hostReason: string | null;
  readonly operatingSystem: 'mac' | 'windows' | 'linux';
};

/** Whether Slipway starts, without its window, when the person signs in to this computer. */
export type LoginItemView = {
  readonly enabled: boolean;
  /** Why it cannot be chosen here; null where it can. */
  readonly unavailable: Failure | null;
};

/** Where a newer Slipway is on its way to this computer. */
export type UpdatesView = {
  /** The one that runs. */
  readonly version: string;
  /** When the feed was last read, milliseconds since 1970 UTC; null before the first time. */
  readonly checkedAt: number | null;
} & (
  | { readonly state: 'off'; readonly reason: Failure }
  | { readonly state: 'unchecked' | 'checking' | 'current' }
  | { readonly state: 'available'; readonly next: string }
  /** `percent` from 0 to 100, whole. */
  | { readonly state: 'downloading'; readonly next: string; readonly percent: number }
  /** Checked and on this computer; put in place by `updates.install`, or when Slipway is quit. */
  | { readonly state: 'ready'; readonly next: string }
  | { readonly state: 'failed'; readonly failure: Failure }
);

export const calls = {
  'app.info': call<AppInfo>(page)(none),
  'app.copyText': call<null>(page)(() => z.strictObject({ text: z.string().max(100_000) })),
  /** https and http addresses only. */
  'app.openLink': call<null>(page)(() => z.strictObject({ url: z.string().max(8_000) })),
  /** Damaged files of Slipway's own that were kept aside, and a journal that cannot be written. */
  'app.issues': call<SystemIssuesView>(page)(none),
  /** The person has read of a file that was kept aside. */
  'app.dismissIssue': call<null>(page)(() => z.strictObject({ path: filePath }), { path: 'compared' }),
  'app.showInFolder': call<null>(page)(() => z.strictObject({ path: filePath }), { path: 'shown' }),
  /**
   * The icon at an address the service of an account named, as a `data:` address; null when there is none that can be shown,
   * or when it is no address of that service.
   */
  'app.picture': call<string | null>(page)(() =>
    z.strictObject({
      accountId: identifier,
      address: z.string().max(8_000),
      revision: z.string().max(100).optional(),
    }),
  ),

  'accounts.list': call<readonly AccountView[]>(all)(none),
  /** Signs in with what is given before anything is stored; a failure stores nothing. */
  'accounts.save': call<AccountView>(all)(accountInput),
  /** Tries all an account needs and tells which part is wrong; stores nothing. */
  'accounts.test': call<ConnectionReport>(page)(accountInput),
  'accounts.use': call<null>(all)(() => z.strictObject({ id: identifier })),
  'accounts.remove': call<null>(all)(() => z.strictObject({ id: identifier })),
  'accounts.signIn': call<null>(all)(() => z.strictObject({ id: identifier })),

  /** What is not finished, and the newest of what is. */
  'uploads.list': call<readonly UploadView[]>(all)(none),
  /** One of any age, as a link or a notification names it; null when it is not kept any more. */
  'uploads.get': call<UploadView | null>(page)(() => z.strictObject({ id: identifier })),
  /** Everything that is kept, newest first, a page at a time. */
  'uploads.history': call<HistoryPage>(all)(historyQuery),
  /** Writes what fits into a file, replacing one that is there whole. The path is absolute. */
  'uploads.exportHistory': call<null>(local)(
    () =>
      historyQuery()
        .omit({ cursor: true, limit: true })
        .extend({ path: filePath, format: z.enum(['csv', 'json']) }),
    { path: 'never' },
  ),
  'uploads.inspect': call<PackageInfo>(all)(() => z.strictObject({ path: filePath }), { path: 'received' }),
  /** The icon of a build that is not queued yet, as a `data:` address; null when it has none. */
  'uploads.fileIcon': call<string | null>(page)(() => z.strictObject({ path: filePath }), {
    path: 'received',
  }),
  /** The icon an upload names, as a `data:` address; null when it is not kept any more. */
  'uploads.icon': call<string | null>(page)(() => z.strictObject({ name: identifier })),
  'uploads.add': call<readonly UploadView[]>(all)(uploadInput, {
    'paths.*': 'received',
    'commit.repository': 'never',
  }),
  'uploads.preview': call<readonly UploadPreview[]>(local)(uploadInput, {
    'paths.*': 'never',
    'commit.repository': 'never',
  }),
  'uploads.cancel': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** Goes on from the step that failed; a build that is already on the service is not sent again. */
  'uploads.retry': call<null>(all)(() => z.strictObject({ id: identifier })),
  /**
   * What a person says to a build that waits for an answer: `ready` whether it is uploaded, `asking` whether people are
   * told of it although there are doubts.
   */
  'uploads.answer': call<null>(all)(() => z.strictObject({ id: identifier, send: z.boolean() })),
  /** Takes a finished upload off the list; nothing changes on the service. */
  'uploads.remove': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** One of the last that were removed, for as long as Slipway runs. */
  'uploads.putBack': call<null>(page)(() => z.strictObject({ id: identifier })),
  /** Lets one wait until it is resumed, also when all are resumed. */
  'uploads.pauseOne': call<null>(all)(() =>
    z.strictObject({ id: identifier, terminated: z.boolean().optional() }),
  ),
  'uploads.resumeOne': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** Puts one before another one in the queue; null: behind all. */
  'uploads.move': call<null>(all)(() => z.strictObject({ id: identifier, beforeId: identifier.nullable() })),
  /** Tells people once more of a version that is on the service; without recipients the same as last time. */
  'uploads.sendAgain': call<UploadView>(all)(() =>
    z.strictObject({ id: identifier, recipients: recipients.optional() }),
  ),
  /** Accounts that nothing goes on for now, with the reason. */
  'uploads.blocks': call<readonly AccountBlock[]>(all)(none),
  /** Lets the uploads of an account go on; signs in first where that was the trouble. */
  'uploads.release': call<null>(page)(() => z.strictObject({ accountId: identifier })),
  /** `finish`: what is being uploaded may end first. */
  'uploads.setPaused': call<null>(all)(() =>
    z.strictObject({ paused: z.boolean(), finish: z.boolean().optional() }),
  ),
  'uploads.paused': call<boolean>(all)(none),

  'folders.list': call<readonly FolderView[]>(all)(none),
  /** Opens the system's folder dialog; null when cancelled or when there is none (browser tab). */
  'folders.choose': call<string | null>(window)(none),
  'folders.add': call<FolderView>(all)(folderInput, { path: 'typed', 'afterUpload.folder': 'typed' }),
  'folders.update': call<FolderView>(all)(() => folderInput().extend({ id: identifier }).strict(), {
    path: 'typed',
    'afterUpload.folder': 'typed',
  }),
  /** What would happen now with each build in a folder; what is absent is as in its rule, or the default. */
  'folders.tryOut': call<TryOutView>(all)(
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
              quietMs: true,
            })
            .partial().shape,
        )
        .strict(),
    { path: 'typed' },
  ),
  /** Folders worth watching in a project folder. */
  'folders.presets': call<readonly FolderPreset[]>(all)(() => z.strictObject({ path: filePath }), {
    path: 'typed',
  }),
  'folders.remove': call<null>(all)(() => z.strictObject({ id: identifier })),
  'folders.setPaused': call<null>(all)(() => z.strictObject({ id: identifier, paused: z.boolean() })),

  'apps.list': call<readonly ListedApplicationView[]>(all)(() => z.strictObject({ accountId: identifier })),
  'apps.get': call<ApplicationView>(all)(() => z.strictObject({ accountId: identifier, applicationId })),
  /** One version, with who got it and what they did. */
  'apps.version': call<VersionDetails>(all)(() => z.strictObject({ accountId: identifier, versionId })),
  /** Switches versions on or off, each on its own; its opposite takes it back. */
  'apps.setActive': call<VersionChanges>(page)(() =>
    z.strictObject({ accountId: identifier, versionIds, active: z.boolean() }),
  ),
  /** Unless `sendAnyway`, fails with `core/sendNotConfirmed` where a person is to be asked before anybody is told. */
  'apps.send': call<VersionView>(all)(() =>
    z.strictObject({ accountId: identifier, versionId, recipients, sendAnyway: z.boolean().optional() }),
  ),
  /** Whom a version of the application was sent to the last time; null when nobody was. */
  'apps.lastRecipients': call<Recipients | null>(page)(() =>
    z.strictObject({ accountId: identifier, applicationId }),
  ),
  /** What would disappear with these versions; with all of the application's when there are no ids. */
  'apps.removal': call<RemovalView>(page)(() =>
    z.strictObject({ accountId: identifier, applicationId, versionIds: versionIds.optional() }),
  ),
  /** Deletes versions, each on its own. */
  'apps.removeVersions': call<VersionChanges>(page)(() =>
    z.strictObject({ accountId: identifier, versionIds }),
  ),
  'apps.remove': call<null>(page)(() => z.strictObject({ accountId: identifier, applicationId })),
  /** Address of the page a tester installs this version from; null when the service has none that is known. */
  'apps.installLink': call<string | null>(page)(() => z.strictObject({ accountId: identifier, versionId })),
  /** Teams and members known for the account. */
  /** `listedOnly`: nobody where the service has no list of its people, instead of the recipients of all versions. */
  'apps.people': call<People>(all)(() =>
    z.strictObject({ accountId: identifier, listedOnly: z.boolean().optional() }),
  ),

  'store.list': call<readonly StoreProfileSummary[]>(page)(() => z.strictObject({ accountId: identifier })),
  'store.get': call<StoreProfileView>(page)(() => z.strictObject({ accountId: identifier, profileId })),
  /** What is absent stays as it is. */
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
  /** With all of its items. */
  'store.remove': call<null>(page)(() => z.strictObject({ accountId: identifier, profileId })),
  /** What the pages of a profile ask everybody for; null when they ask for nothing. Never part of a list. */
  'store.staticUser': call<StaticUserView | null>(page)(() =>
    z.strictObject({ accountId: identifier, profileId }),
  ),
  /** Address of the page to send people to; null when none is known. */
  'store.link': call<string | null>(page)(() => z.strictObject({ accountId: identifier, profileId })),

  ...pushCalls,

  'network.get': call<NetworkView>(all)(none),
  /** All of it, checked first; a refusal changes nothing. Counts at once, for all accounts. */
  'network.set': call<NetworkView>(all)(networkInput, { 'caFiles.*': 'typed' }),

  /** Opens the system's dialog for files of certificates; empty when cancelled or when there is none (browser tab). */
  'network.chooseCertificates': call<readonly string[]>(window)(none),

  /** Asks an address once through the network as it is set, without any sign-in. */
  'network.check': call<ReachView>(page)(() => z.strictObject({ address: z.string().max(2_000) })),

  'settings.get': call<PreferencesView>(page)(none),
  /** Only what is given changes. */
  'settings.set': call<PreferencesView>(page)(preferencesInput),
  /** Projects in the places where people usually keep them; a quick look of a few seconds at most. */
  'settings.projects': call<readonly FoundProject[]>(page)(none),

  'diagnostics.get': call<DiagnosticsView>(page)(none),
  /** The newest lines of the log, oldest first. */
  'diagnostics.log': call<readonly string[]>(page)(() => z.strictObject({ most: z.int().min(1).max(2_000) })),
  /** Opens the log with the program the system has for it. */
  'diagnostics.openLog': call<null>(page)(none),
  /** Writes a file for whoever helps, without any secret; gives its path. */
  'diagnostics.export': call<string>(page)(none),

  ...serviceCalls,

  'desktop.loginItem': call<LoginItemView>(page)(none),
  'desktop.setLoginItem': call<LoginItemView>(page)(() => z.strictObject({ enabled: z.boolean() })),
  /** Shows a menu of the system; the place of the entry that was chosen, null for none or where there is no window. */
  'desktop.popUpMenu': call<number | null>(window)(menuInput),

  'updates.status': call<UpdatesView>(page)(none),
  /** Reads the feed; what is newer is downloaded and checked, as `updates.changed` tells. Refused where it is off. */
  'updates.check': call<UpdatesView>(page)(none),
  /** Ends Slipway, puts the newer one in place and starts it. Refused while builds are uploading, and unless it is ready. */
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
type AnswerOf<Name extends CallName> = [CallResult<Name>] extends [null] ? void : CallResult<Name>;

/** The calls of an area, such as `uploads`, as methods: their documentation is in the table above. */
export type CallsOf<Area extends AreaOf<CallName>> = {
  readonly [Name in CallName as Name extends `${Area}.${infer Method}` ? Method : never]: (
    ...values: ArgumentOf<Name>
  ) => Promise<AnswerOf<Name>>;
};

/** A handler for every call, by area: leaving one out does not compile. */
export type Handlers = {
  readonly [Area in AreaOf<CallName>]: {
    readonly [Name in CallName as Name extends `${Area}.${infer Method}` ? Method : never]: (
      ...values: ArgumentOf<Name>
    ) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
  };
};

/** Announcements from main; the value is the whole new state of one thing, so a missed one does no harm. */
export type BridgeEvents = {
  'uploads.changed': UploadView;
  'uploads.removed': { readonly id: string };
  /** Off the list, for newer ones have taken its place; the history has it. */
  'uploads.evicted': { readonly id: string };
  'uploads.progress': UploadProgress;
  'uploads.paused': boolean;
  'uploads.blocks': readonly AccountBlock[];
  'folders.changed': readonly FolderView[];
  'app.issues': SystemIssuesView;
  'accounts.changed': readonly AccountView[];
  'service.changed': ServiceStatus;
  /** Something the service keeps changed; lists shown should be read again. */
  'service.dataChanged': ServiceChange;
  /** Requests the service has answered since the last of these, oldest first. */
  'service.requested': readonly AccessEntry[];
  'network.changed': NetworkView;
  'settings.changed': PreferencesView;
  /**
   * Versions of an account changed on the service through Slipway: these, as they are now. When null, anything may have
   * changed, and lists shown should be read again.
   */
  'apps.changed': { readonly accountId: string; readonly versions: readonly VersionView[] | null };
  /** Store profiles of an account changed the same way; lists shown should be read again. */
  'store.changed': { readonly accountId: string };
  'updates.changed': UpdatesView;
  /** Open this place, as the page's address names it: `#/uploads/ID`. A notification, menu or link leads there. */
  'app.show': { readonly address: string };
  /** Another language was chosen: the page goes on in that of this locale, such as `de-AT`. */
  'app.language': { readonly locale: string };
};
export type EventName = keyof BridgeEvents;

/** Names of the ipc channels; everything goes through these. */
export const channels = {
  call: 'slipway:call',
  event: 'slipway:event',
  /** The path of a file dropped or chosen in the page. */
  file: 'slipway:file',
} as const;
