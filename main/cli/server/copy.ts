/** `slipway server import` and `export`: copy a whole service from a data folder or into one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { byteSizeText } from '../../messages/byte-size.ts';
import { type StorageLocations, sqlitePath } from '../../service/storage/backends.ts';
import { copyStorage } from '../../service/storage/copy-storage.ts';
import type { ExitCode } from '../exit-codes.ts';
import { resolvePath } from '../resolve-path.ts';
import type { CommandContext } from '../run/context.ts';
import { serverLog } from '../run/run-command.ts';
import type { Configuration } from './configuration.ts';

type RunConfigured = (
  work: (context: CommandContext, configuration: Configuration) => Promise<ExitCode>,
) => Promise<void>;

export function addCopyCommands(server: Command, configured: RunConfigured): void {
  server
    .command('import')
    .description(
      'Import a stopped built-in service from a data folder into this storage, before the first start. Links stay valid, but users must sign in again. If interrupted, run the command again.',
    )
    .argument('<data-folder>', 'data folder to import from, or the folder “service” in it')
    .action((folder: string) =>
      configured((context, { storage }) => copy(context, serviceLocations(folder), storage)),
    );
  server
    .command('export')
    .description(
      'Export this storage to a data folder that contains no service yet, for use with “slipway serve”. If interrupted, run the command again.',
    )
    .argument('<data-folder>', 'data folder to export to')
    .action((folder: string) =>
      configured((context, { storage }) =>
        copy(context, storage, folderLocations(join(resolvePath(folder), 'service'))),
      ),
    );
}

/** `folder` may be a data folder, or the service folder inside it. */
function serviceLocations(folder: string): StorageLocations {
  const path = resolvePath(folder);
  return folderLocations(existsSync(sqlitePath(path)) ? path : join(path, 'service'));
}

function folderLocations(folder: string): StorageLocations {
  return { database: { folder }, builds: { folder } };
}

async function copy(
  context: CommandContext,
  from: StorageLocations,
  to: StorageLocations,
): Promise<ExitCode> {
  const { terminal, interrupt } = context;
  let drawnAt = 0;
  const { builds, rows } = await copyStorage(from, to, {
    log: serverLog(context, 'error'),
    signal: interrupt.signal,
    onProgress: ({ builds: all, buildsDone, bytes, bytesDone, rows: records }) => {
      const now = performance.now();
      if (!terminal.live || now - drawnAt < 200) return;
      drawnAt = now;
      const size = `${byteSizeText(bytesDone)} of ${byteSizeText(bytes)}`;
      terminal.draw([`${buildsDone} of ${all} builds  ${size}  ${records} records`]);
    },
  });
  const records = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return terminal.done(
    { builds, rows },
    `${builds.copied} builds (${byteSizeText(builds.bytes)}) and ${records} records were copied and verified; ${builds.existing} builds existed already.`,
  );
}
