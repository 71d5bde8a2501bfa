import type { Command } from 'commander';
import { byteSizeText } from '../../../messages/byte-size.ts';
import { resolvePath } from '../../resolve-path.ts';
import type { Run } from '../../run/run-command.ts';
import { withService, withServiceFolder } from '../../run/with-service.ts';

export function addBackupCommands(service: Command, run: Run): void {
  service
    .command('backup')
    .description(
      'Back up records and builds to a folder while the service runs. Later backups to this folder copy only new builds. Keep the folder private: it contains links and password hashes.',
    )
    .argument('<folder>', 'folder to back up to')
    .action((path: string) =>
      run((context) =>
        withService(context, async (client) => {
          const folder = resolvePath(path);
          const report = await client.call('service.backup', { folder });
          const { builds, copied, bytes } = report;
          return context.terminal.done(
            { folder, ...report },
            `Backed up to ${folder}: ${builds} builds, ${copied} of them new (${byteSizeText(bytes)}).`,
          );
        }),
      ),
    );
  service
    .command('restore')
    .description(
      'Restore a backup into a data folder that contains no service yet. Links, ids and passwords stay the same, but users must sign in again. If interrupted, run the command again.',
    )
    .argument('<folder>', 'folder that contains a backup')
    .action((path: string) =>
      run((context) =>
        withServiceFolder(context, async (client) => {
          const folder = resolvePath(path);
          const report = await client.call('service.restore', { folder });
          return context.terminal.done(
            { folder, ...report },
            `Restored ${report.builds} builds and ${report.records} records. “slipway serve” starts the service; on another computer, it creates a new password for the user slipway.`,
          );
        }),
      ),
    );
}
