import type { Command } from 'commander';
import { isNever } from '../../api/resources/timestamps.ts';
import type { ListedTestApplication, TestVersion } from '../../api/wire.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { displayVersion } from '../../packages/package-info.ts';
import type { ExitCode } from '../exit-codes.ts';
import {
  addConnectionOptions,
  addRecipientOptions,
  type ConnectionOptions,
  sendAnywayHelp,
} from '../options/options.ts';
import { findApp, findVersion, parseVersionName, versionArgument } from '../options/version-name.ts';
import { type Context, withClientCore } from '../run/context.ts';
import { withCommandRetry } from '../run/retry.ts';
import type { Run } from '../run/run-command.ts';
import { formatDateTime, formatTable, plainText } from '../terminal/format.ts';
import { catalogueOf, type SendOptions, send, versionTitle } from './send.ts';

export function addAppsCommands(program: Command, run: Run): void {
  addConnectionOptions(program.command('apps').description('List the apps on the service.')).action(
    (options: ConnectionOptions) => run((context) => listApps(context, options)),
  );
  addConnectionOptions(
    program
      .command('versions')
      .description('List the versions of an app, newest first.')
      .argument('<app>', 'name, package id or number of the app'),
  ).action((app: string, options: ConnectionOptions) =>
    run((context) => listVersions(context, app, options)),
  );
  for (const name of ['activate', 'deactivate'] as const) {
    addConnectionOptions(
      program
        .command(name)
        .description(name === 'activate' ? 'Activate a version.' : 'Deactivate a version.')
        .argument('<version>', versionArgument),
    ).action((version: string, options: ConnectionOptions) =>
      run((context) => setActive(context, version, name === 'activate', options)),
    );
  }
  addRecipientOptions(
    addConnectionOptions(
      program
        .command('send')
        .description('Send a version to teams, members and e-mail addresses.')
        .argument('<version>', versionArgument)
        .option('--send-anyway', sendAnywayHelp)
        .option('--silent', 'give access without mail (built-in service only)'),
    ),
  ).action((version: string, options: SendOptions) => run((context) => send(context, version, options)));
}

async function listApps(context: Context, options: ConnectionOptions): Promise<ExitCode> {
  const { terminal } = context;
  return withClientCore(context, options, async (core, account) => {
    const apps = await withCommandRetry(context, () => core.apps.list({ accountId: account.id }));
    const sorted = [...apps].sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    if (sorted.length === 0) terminal.note('There are no apps yet. The first upload creates one.');
    else terminal.show(formatTable([appHeading, ...sorted.map(appRow)]));
    return terminal.done(sorted);
  });
}

async function listVersions(context: Context, name: string, options: ConnectionOptions): Promise<ExitCode> {
  const { terminal } = context;
  return withClientCore(context, options, async (core, account) => {
    const app = await withCommandRetry(context, async () =>
      core.apps.get({
        accountId: account.id,
        applicationId: await findApp(name, catalogueOf(core, account.id)),
      }),
    );
    const sorted = app.profiles.toSorted((a, b) => b.id - a.id);
    if (sorted.length === 0) terminal.note(`${plainText(app.name)} has no versions.`);
    else terminal.show(formatTable([versionHeading, ...sorted.map(versionRow)]));
    return terminal.done(sorted);
  });
}

async function setActive(
  context: Context,
  version: string,
  active: boolean,
  options: ConnectionOptions,
): Promise<ExitCode> {
  const name = parseVersionName(version);
  return withClientCore(context, options, async (core, account) => {
    const accountId = account.id;
    const versionId = await withCommandRetry(context, () => findVersion(name, catalogueOf(core, accountId)));
    const now = await withCommandRetry(context, () =>
      core.apps.setOneActive({ accountId, versionId, active }),
    );
    return context.terminal.done(now, `${versionTitle(now)} is ${now.isActive ? 'active' : 'not active'}.`);
  });
}

const appHeading = ['number', 'name', 'id', 'newest', 'platform', 'state'];

function appRow(app: ListedTestApplication): readonly string[] {
  const last = app.lastProfile;
  return [
    String(app.id),
    plainText(app.name || '–'),
    plainText(last?.uniqueName || '–'),
    last ? versionCell(last) : '–',
    plainText(last?.platformTypeName ?? '–'),
    last ? activeWord(last) : 'no versions',
  ];
}

function versionCell({ version, build }: TestVersion): string {
  return plainText(displayVersion({ versionName: version, build }) ?? '–');
}

const versionHeading = ['number', 'version', 'state', 'size', 'uploaded', 'platform'];

function versionRow(version: TestVersion): readonly string[] {
  return [
    String(version.id),
    versionCell(version),
    activeWord(version),
    byteSizeText(version.fileSize),
    isNever(version.uploadDateTimeUtc) ? '–' : formatDateTime(Date.parse(version.uploadDateTimeUtc)),
    plainText(version.platformTypeName),
  ];
}

function activeWord(version: TestVersion): string {
  return version.isActive ? 'active' : 'not active';
}
