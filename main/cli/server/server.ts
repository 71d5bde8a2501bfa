import type { Command } from 'commander';
import { addDirectoryCommands } from '../commands/service/service.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { CommandContext } from '../run/context.ts';
import type { Run, RunWithoutFolder } from '../run/run-command.ts';
import { serverLog } from '../run/run-command.ts';
import { addAdministrationCommands, type OpenedStorage, type RunOnStorage } from './administration.ts';
import { type Configuration, readConfiguration, secretsIn } from './configuration.ts';
import { addCopyCommands } from './copy.ts';
import { directoryOf } from './directory.ts';

export function addServerCommands(program: Command, _run: Run, run: RunWithoutFolder): void {
  const server = program
    .command('server')
    .summary('Run and manage the distribution service of an organisation.')
    .description(
      'Run and manage the distribution service of an organisation, with records in PostgreSQL and builds in S3. Configured by environment variables; see assets/deploy/server.env.',
    )
    .option('--config <file>', 'env file; environment variables override it (default: $SLIPWAY_CONFIG)');
  const configured = async ({ environment, redactor }: CommandContext): Promise<Configuration> => {
    const configuration = await readConfiguration(environment, server.opts<{ config?: string }>().config);
    for (const secret of secretsIn(configuration)) redactor.add(secret);
    return configuration;
  };
  const onConfiguration = (
    work: (context: CommandContext, configuration: Configuration) => Promise<ExitCode>,
  ): Promise<void> => run(async (context) => work(context, await configured(context)));
  const onStorage: RunOnStorage = (work) =>
    onConfiguration((context, configuration) =>
      withStorage(context, configuration, (administered) => work(context, administered)),
    );
  server
    .command('run', { isDefault: true })
    .description(
      'Run an instance until SIGTERM or Ctrl-C, then complete open requests and exit. Logs JSON lines to stdout. The first start prints the credentials of the first user to stderr.',
    )
    .action(() =>
      onConfiguration(async (context, configuration) => {
        const { runServer } = await import('./run-server.ts');
        return runServer(context, configuration);
      }),
    );
  server
    .command('check')
    .description('Check the configuration and the connections to the database and the build storage.')
    .action(() => onStorage(check));
  server
    .command('migrate')
    .description('Migrate the database to the newest schema. Starting an instance also does this.')
    .action(() =>
      onStorage(async ({ terminal }) =>
        terminal.done({ migrated: true }, 'The database has the newest schema.'),
      ),
    );
  addDirectoryCommands(server, (work) =>
    onStorage((context, { storage, configuration: { logLevel } }) =>
      work(context, directoryOf(storage, context.redactor, serverLog(context, logLevel, 'stderr'))),
    ),
  );
  addAdministrationCommands(server, onStorage);
  addCopyCommands(server, onConfiguration);
}

async function withStorage(
  context: CommandContext,
  configuration: Configuration,
  work: (administered: OpenedStorage) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { openStorage } = await import('../../service/storage/open-storage.ts');
  const choice = { ...configuration.storage, isAuxiliary: true };
  const storage = await openStorage(choice, serverLog(context, 'error'));
  try {
    return await work({ storage, configuration });
  } finally {
    await storage.close();
  }
}

async function check({ terminal }: CommandContext, { storage }: OpenedStorage): Promise<ExitCode> {
  await storage.check();
  return terminal.done(
    { right: true },
    'The configuration is valid, and the database and the builds can be reached.',
  );
}
