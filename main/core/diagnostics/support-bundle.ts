/** Support bundles, without secrets and personal data. Pure. */
import { removed, withoutPersonalData } from '../../base/log/personal-data.ts';
import type { Redactor } from '../../base/log/redact.ts';
import type { Recipients, Settings } from '../../settings/settings-schema.ts';
import type { CrashReports } from './crash-reports.ts';

export type Counts = Readonly<Record<string, number>>;

export type BundleFacts = {
  /** ISO time. */
  readonly made: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Settings;
  /** Location of stored passwords. Not called `passwords`, because the redactor hides values by name. */
  readonly keyring: string;
  readonly accounts: readonly {
    readonly id: string;
    readonly session: string;
    readonly hasSecrets: boolean;
  }[];
  readonly uploads: Counts;
  readonly historyEntries: number;
  readonly folders: Counts;
  readonly blocks: readonly unknown[];
  readonly pushSenders: readonly unknown[];
  readonly network: unknown;
  readonly registration: unknown;
  readonly service: unknown;
  readonly issues: unknown;
  /** File names without content; null if the system writes no dumps. */
  readonly crashReports: CrashReports | null;
  /** The newest lines, oldest first. */
  readonly log: readonly string[];
};

const note = [
  'This file helps others to diagnose a problem with Slipway. It is plain text: read it before you share it.',
  'It contains no passwords, client secrets or tokens: [hidden] replaces them.',
  'It contains no user names, client ids or addresses of recipients: [left out] or their number replaces them.',
  'The files listed under crashReports contain memory of Slipway, possibly with passwords: share them only when asked, and only with someone you trust.',
];

/** Returns the redacted bundle as JSON, one value per line. */
export function bundleText(facts: BundleFacts, redactor: Redactor): string {
  const { settings, log, ...rest } = facts;
  const bundle = redactor.value({ note, ...rest, settings: redactedSettings(settings) });
  const names = personalNames(settings);
  // Redacts the lines again, because secrets may have been registered after a line was written.
  const lines = log.map((line) => redactor.text(line));
  const withoutNames = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? withoutPersonalData(value, names) : value;
  return `${JSON.stringify({ ...asObject(bundle), log: lines }, withoutNames, 2)}\n`;
}

/** Removes personal data. The return type requires every field, so that no field is forgotten. */
function redactedSettings(settings: Settings): { readonly [Field in keyof Settings]: unknown } {
  const { accounts, folders, lastRecipients, network, builtInService } = settings;
  const { mailServer } = builtInService;
  return {
    activeAccountId: settings.activeAccountId,
    parallelUploads: settings.parallelUploads,
    historyEntries: settings.historyEntries,
    keepSentBuilds: settings.keepSentBuilds,
    confirmOpenedBuilds: settings.confirmOpenedBuilds,
    notifications: settings.notifications,
    notificationKinds: settings.notificationKinds,
    appearance: settings.appearance,
    contrast: settings.contrast,
    undoSeconds: settings.undoSeconds,
    sendDelaySeconds: settings.sendDelaySeconds,
    singleKeys: settings.singleKeys,
    onboarding: settings.onboarding,
    language: settings.language,
    androidRegistration: settings.androidRegistration,
    pushSenders: settings.pushSenders,
    pushProjects: settings.pushProjects,
    accounts: accounts.map((account) => ({ ...account, userName: removed, clientId: removed })),
    folders: folders.map((folder) => ({ ...folder, recipients: countsOf(folder.recipients) })),
    lastRecipients: lastRecipients.map((last) => ({ ...last, recipients: countsOf(last.recipients) })),
    network: {
      ...network,
      proxy: { ...network.proxy, userName: network.proxy.userName === null ? null : removed },
    },
    builtInService: {
      ...builtInService,
      mailServer: mailServer && {
        ...mailServer,
        userName: mailServer.userName === null ? null : removed,
        from: removed,
      },
    },
  };
}

/** Client id of the built-in service. Not removed, because it equals the program name. */
const builtInClient = 'slipway';

function personalNames({
  accounts,
  folders,
  lastRecipients,
  network,
  builtInService,
}: Settings): readonly string[] {
  const { mailServer } = builtInService;
  return [
    ...accounts.flatMap(({ userName, clientId }) => [userName, clientId]),
    ...[...folders, ...lastRecipients].flatMap(({ recipients }) => recipients.emails),
    ...[network.proxy.userName, mailServer?.userName, mailServer?.from].filter((name) => name != null),
  ].filter((name) => name !== builtInClient);
}

function countsOf({ teamIds, memberIds, emails }: Recipients): Counts {
  return { teams: teamIds.length, members: memberIds.length, emails: emails.length };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Counts {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
