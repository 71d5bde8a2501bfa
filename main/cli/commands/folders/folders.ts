import type { Command } from 'commander';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { DryRunFileView, FolderPreset, FolderView } from '../../../core/views/folders.ts';
import { byteSizeText } from '../../../messages/byte-size.ts';
import { textOf } from '../../../messages/text.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { addConnectionOptions } from '../../options/options.ts';
import { addFilterOptions, type FilterOptions, filterRule } from '../../options/rule-options.ts';
import { resolvePath } from '../../resolve-path.ts';
import type { Context } from '../../run/context.ts';
import { withBriefClient, withClient } from '../../run/queue-client.ts';
import type { Run } from '../../run/run-command.ts';
import { formatTable, plainText } from '../../terminal/format.ts';
import {
  addFolder,
  addFolderOptions,
  type ChangeOptions,
  changeFolder,
  type FolderOptions,
} from './change-folder.ts';
import { findFolder, showFolder } from './find-folder.ts';

const folderArgument = 'path of the folder, or its id from “folders list --json”';

export function addFoldersCommands(program: Command, run: Run): void {
  const folders = program
    .command('folders')
    .description(
      'Manage watched folders and their rules. Folders are watched while the application, “serve” or “watch” runs. Changes apply immediately.',
    );
  folders
    .command('list', { isDefault: true })
    .description('List the watched folders with their rules and states.')
    .action(() => run(list));
  const add = folders.command('add').description('Watch a folder.').argument('<folder>', 'folder to watch');
  addConnectionOptions(addFolderOptions(add, false)).action((path: string, options: FolderOptions) =>
    run((context) => addFolder(context, path, options)),
  );
  const change = folders
    .command('change')
    .description('Change settings of a folder. Queued builds are not affected.')
    .argument('<folder>', folderArgument)
    .option('--path <folder>', 'new folder to watch')
    .option('--account <name>', 'use this saved account')
    .option('--without-recipients', 'remove all recipients');
  addFolderOptions(change, true).action((name: string, options: ChangeOptions) =>
    run((context) => changeFolder(context, name, options)),
  );
  addShortCommands(folders, run);
  folders
    .command('presets')
    .description('Suggest folders and rules for a project.')
    .argument('<project>', 'project folder')
    .action((path: string) => run((context) => presets(context, path)));
  const test = folders
    .command('test')
    .description(
      'Show which builds in a folder would be uploaded, and why others would not. Changes nothing.',
    )
    .argument('<folder>', 'folder to test');
  addFilterOptions(test, true).action((path: string, options: FilterOptions) =>
    run((context) => dryRun(context, path, options)),
  );
}

function addShortCommands(folders: Command, run: Run): void {
  const short = (
    name: string,
    description: string,
    act: (client: LocalClient, folder: FolderView) => Promise<null>,
  ) =>
    folders
      .command(name)
      .description(description)
      .argument('<folder>', folderArgument)
      .action((folder: string) => run((context) => applyToFolder(context, folder, act)));
  short('remove', 'Stop watching a folder and forget its handled builds.', (client, { id }) =>
    client.call('folders.remove', { id }),
  );
  short('pause', 'Pause a folder until “folders resume”.', (client, { id }) =>
    client.call('folders.setPaused', { id, paused: true }),
  );
  short(
    'resume',
    'Resume a paused folder. Also uploads builds that appeared during the pause.',
    (client, { id }) => client.call('folders.setPaused', { id, paused: false }),
  );
}

async function list(context: Context): Promise<ExitCode> {
  return withBriefClient(context, async ({ client, own }) => {
    const folders = await client.call('folders.list', {});
    if (folders.length === 0) context.terminal.note('No folder is watched. “slipway folders add” adds one.');
    for (const folder of folders) showFolder(context, folder, own === null);
    return context.terminal.done(folders);
  });
}

async function applyToFolder(
  context: Context,
  name: string,
  act: (client: LocalClient, folder: FolderView) => Promise<null>,
): Promise<ExitCode> {
  return withClient(context, null, async ({ client }) => {
    const folder = await findFolder(client, name);
    await act(client, folder);
    const now = (await client.call('folders.list', {})).find(({ id }) => id === folder.id) ?? null;
    const state = now === null ? 'no longer watched' : now.paused ? 'paused' : 'watched';
    return context.terminal.done(now ?? folder, `${plainText(folder.path)}: ${state}.`);
  });
}

async function presets(context: Context, path: string): Promise<ExitCode> {
  return withClient(context, null, async ({ client }) => {
    const found = await client.call('folders.presets', { path: resolvePath(path) });
    for (const preset of found) showPreset(context, preset);
    return context.terminal.done(found);
  });
}

function showPreset({ terminal }: Context, { name, path, exists, reason: why, rule }: FolderPreset): void {
  terminal.print(`${plainText(path)}${exists ? '' : ' (does not exist yet)'}`);
  terminal.print(`  ${plainText(`${textOf(name)}. ${textOf(why)}`)}`);
  const options = [
    ...(rule.kinds.length === 1 ? rule.kinds.map((kind) => `--kind ${kind}`) : []),
    ...rule.include.map((pattern) => `--include '${pattern}'`),
    ...rule.exclude.map((pattern) => `--exclude '${pattern}'`),
    ...(rule.depth === null ? [] : [`--depth ${rule.depth}`]),
    ...(exists ? [] : ['--wait']),
  ];
  terminal.print(`  slipway folders add ${[`'${plainText(path)}'`, ...options].join(' ')}`);
}

async function dryRun(context: Context, path: string, options: FilterOptions): Promise<ExitCode> {
  return withClient(context, null, async ({ client }) => {
    const tried = await client.call('folders.dryRun', { ...filterRule(options), path: resolvePath(path) });
    const { terminal } = context;
    if (tried.files.length === 0) terminal.note('There is no .apk or .ipa file in it.');
    else terminal.show(formatTable(tried.files.map(dryRunRow)));
    if (tried.more > 0) terminal.note(`${tried.more} more files were not checked.`);
    return terminal.done(tried);
  });
}

function dryRunRow({ relativePath: path, size, verdict, reason }: DryRunFileView): readonly string[] {
  const text = verdict === 'upload' ? 'would be uploaded' : `left: ${reason ? textOf(reason) : ''}`;
  return [plainText(path), size === null ? '–' : byteSizeText(size), plainText(text)];
}
