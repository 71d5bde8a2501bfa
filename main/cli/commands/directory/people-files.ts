import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import type { Command } from 'commander';
import { isAbort } from '../../../base/errors.ts';
import { fileError } from '../../../base/files/files.ts';
import { textOf } from '../../../messages/text.ts';
import type { ImportReport } from '../../../service/service-view.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { resolvePath } from '../../resolve-path.ts';
import type { CommandContext } from '../../run/context.ts';
import type { DirectoryClient, RunOnDirectory } from '../../run/with-service.ts';
import { formatTable, plainText } from '../../terminal/format.ts';
import { unlessInterrupted } from '../../terminal/interrupt.ts';

type ImportOptions = { readonly dryRun?: true };
type Line = ImportReport['lines'][number];

/** One byte above the import limit, so that the service rejects larger files instead of importing a part. */
const maxReadBytes = 16 * 1024 * 1024 + 1;

export function addPeopleFileCommands(people: Command, withClient: RunOnDirectory): void {
  people
    .command('import')
    .summary('Import people from a CSV file.')
    .description(
      'Import people from a CSV file (“-” for stdin) with the columns email, name and team. People in several teams have one line per team. Creates missing teams and adds missing names, but never replaces a name. A rejected line does not stop the others, but the exit code is 1.',
    )
    .argument('<file>', 'CSV file, or “-” for stdin')
    .option('--dry-run', 'show the result for each line, but change nothing')
    .action((file: string, options: ImportOptions) =>
      withClient((context, client) => importFile(context, client, file, options)),
    );
  people
    .command('export')
    .summary('Print all people as CSV.')
    .description(
      'Print all people as UTF-8 CSV for “people import”. Adds an apostrophe before values that spreadsheets treat as formulas. The import removes it.',
    )
    .action(() => withClient((context, client) => exportPeople(context, client)));
}

async function importFile(
  context: CommandContext,
  client: DirectoryClient,
  file: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const dryRun = options.dryRun === true;
  const csv = await readContent(file, context.interrupt.signal);
  const imported = client.call('service.importPeople', { csv: csv.toString('base64'), dryRun });
  const report = await unlessInterrupted(context.interrupt, imported);
  const count = (outcome: Line['outcome']): number =>
    report.lines.filter((line) => line.outcome === outcome).length;
  const counts = { created: count('created'), existing: count('existing'), refused: count('refused') };
  showReport(context, report, counts);
  context.terminal.result({ ...report, ...counts });
  return counts.refused > 0 ? exitCodes.failed : exitCodes.done;
}

async function readContent(file: string, signal: AbortSignal): Promise<Buffer> {
  const path = file === '-' ? 'stdin' : resolvePath(file);
  const stream = file === '-' ? process.stdin : createReadStream(path);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of addAbortSignal(signal, stream)) {
      size += pieces[pieces.push(Buffer.from(piece)) - 1]?.length ?? 0;
      if (size >= maxReadBytes) break;
    }
  } catch (error) {
    throw isAbort(error) ? error : fileError(error, path);
  }
  return Buffer.concat(pieces).subarray(0, maxReadBytes);
}

function showReport(
  { terminal }: CommandContext,
  report: ImportReport,
  { created, existing, refused }: Readonly<Record<Line['outcome'], number>>,
): void {
  const rows = report.lines.map((line) => [
    `line ${line.line}`,
    line.outcome,
    plainText(line.email || '–'),
    plainText(lineText(line)),
  ]);
  terminal.show(formatTable(rows));
  if (report.unusedColumns.length > 0) {
    terminal.note(`Ignored columns: ${plainText(report.unusedColumns.join(', '))}.`);
  }
  const nothing = report.dryRun ? ' Nothing was changed.' : '';
  terminal.note(`${created} created, ${existing} existing, ${refused} refused.${nothing}`);
}

function lineText({ reason, joined, teamCreated, nameSet, email }: Line): string {
  if (reason !== null) return textOf(reason);
  const team = email === '' ? (teamCreated ? 'new team' : 'existing team') : null;
  const joins = joined === null ? null : `into ${joined}${teamCreated ? ' (a new team)' : ''}`;
  return [team, joins, nameSet ? 'name set' : null].filter((part) => part !== null).join(', ');
}

async function exportPeople({ terminal }: CommandContext, client: DirectoryClient): Promise<ExitCode> {
  const { rows, text } = await client.call('service.exportPeople', {});
  terminal.result(rows);
  // `print` adds the final newline itself.
  if (!terminal.json) terminal.print(text.replace(/\n$/, ''));
  return exitCodes.done;
}
