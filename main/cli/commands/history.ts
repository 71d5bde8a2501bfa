import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { finishedStates, type UploadState, type UploadView } from '../../uploads/upload-view.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { tokenConnection } from '../options/account.ts';
import { resolvePath } from '../resolve-path.ts';
import type { Context } from '../run/context.ts';
import { buildTitle, stateText } from '../run/follow.ts';
import { withBriefClient, withClient } from '../run/queue-client.ts';
import type { Run } from '../run/run-command.ts';
import { formatDateTime, formatTable } from '../terminal/format.ts';

type FilterOptions = {
  readonly search?: string;
  readonly state?: readonly UploadState[];
  /** Milliseconds since 1970 UTC. */
  readonly since?: number;
  readonly until?: number;
};

type ListOptions = FilterOptions & { readonly limit: number };

type ExportOptions = FilterOptions & { readonly format?: 'csv' | 'json' };

const maxShown = 500;

export function addHistoryCommands(program: Command, run: Run): void {
  const history = program.command('history').description('Show finished uploads.');
  addFilterOptions(
    history
      .command('list', { isDefault: true })
      .description('List finished uploads, newest first.')
      .addOption(
        new Option('--limit <n>', `maximum number of uploads to list, up to ${maxShown}`)
          .argParser(parseLimit)
          .default(50),
      ),
  ).action((options: ListOptions) => run((context) => list(context, options)));
  addFilterOptions(
    history
      .command('export')
      .description('Export finished uploads as CSV or JSON.')
      .argument('<file>', 'output file; “-” for stdout')
      .addOption(
        new Option(
          '--format <format>',
          'output format (default: the file extension, else csv; json on stdout with --json)',
        ).choices(['csv', 'json']),
      ),
  ).action((file: string, options: ExportOptions) => run((context) => save(context, file, options)));
}

function addFilterOptions(command: Command): Command {
  return command
    .option(
      '--search <words>',
      'words to find in names, paths, package ids, versions, addresses and failure reasons',
    )
    .addOption(
      new Option('--state <state>', 'only uploads with this final state; may be repeated')
        .choices(finishedStates)
        .argParser((value: string, before: readonly string[] | undefined) => {
          if (!finishedStates.some((state) => state === value)) {
            throw new InvalidArgumentError(`Expected one of: ${finishedStates.join(', ')}.`);
          }
          return [...(before ?? []), value];
        }),
    )
    .addOption(
      new Option('--since <date>', 'only uploads since this date or time, such as 2026-11-21').argParser(
        parseDate,
      ),
    )
    .addOption(new Option('--until <date>', 'only uploads before this date or time').argParser(parseDate));
}

async function list({ terminal, ...context }: Context, options: ListOptions): Promise<ExitCode> {
  return withBriefClient(
    { terminal, ...context },
    async ({ client }) => {
      const { uploads, total } = await client.call('uploads.history', {
        ...filterOf(options),
        limit: options.limit,
      });
      if (total === 0)
        terminal.note(isFiltered(options) ? 'No uploads match.' : 'Nothing has been uploaded yet.');
      else terminal.show(formatTable([heading, ...uploads.map(row)]));
      if (total > uploads.length) terminal.note(`${total - uploads.length} more match; --limit shows more.`);
      return terminal.done({ total, uploads });
    },
    tokenConnection(context.environment),
  );
}

const heading = ['when', 'build', 'state'];

function row(upload: UploadView): readonly string[] {
  return [formatDateTime(upload.finishedAt ?? upload.addedAt), buildTitle(upload), stateText(upload)];
}

async function save(context: Context, file: string, options: ExportOptions): Promise<ExitCode> {
  const { json } = context.terminal;
  const isJson = extname(file).toLowerCase() === '.json' || (json && file === '-');
  const format = options.format ?? (isJson ? 'json' : 'csv');
  if (json && file === '-' && format === 'csv') throw cliErrors.csvAsJson({});
  const write = (path: string): Promise<ExitCode> =>
    withClient(context, tokenConnection(context.environment), async ({ client }) => {
      await client.call('uploads.exportHistory', { ...filterOf(options), path, format });
      return exitCodes.done;
    });
  if (file !== '-') {
    const path = resolvePath(file);
    const code = await write(path);
    context.terminal.print(`Saved ${path}.`);
    context.terminal.result({ path, format });
    return code;
  }
  const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
  try {
    const code = await write(join(folder, 'history'));
    context.terminal.raw(await readFile(join(folder, 'history'), 'utf8'));
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isFiltered(options: FilterOptions): boolean {
  return Object.keys(filterOf(options)).length > 0;
}

function filterOf({ search, state, since, until }: FilterOptions) {
  return {
    ...(search === undefined ? {} : { text: search }),
    ...(state === undefined ? {} : { states: [...state] }),
    ...(since === undefined ? {} : { after: since }),
    ...(until === undefined ? {} : { before: until }),
  };
}

function parseLimit(value: string): number {
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < 1 || limit > maxShown) {
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${maxShown}.`);
  }
  return limit;
}

/** Parses a time, or a date as local midnight. */
function parseDate(value: string): number {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const at = new Date(isDay ? `${value}T00:00:00` : value).getTime();
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(at)) {
    throw new InvalidArgumentError('Expected a day such as 2026-11-21, or a time such as 2026-11-21T08:30Z.');
  }
  return at;
}
