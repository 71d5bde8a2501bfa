import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../base/clock.ts';
import { startService } from '../../service/service.ts';
import { openStorage, type StorageOptions } from '../../service/storage/open-storage.ts';
import { firstUserLines } from '../commands/service/first-user.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { CommandContext } from '../run/context.ts';
import { serverLog } from '../run/run-command.ts';
import type { Configuration } from './configuration.ts';
import { createHealth } from './health.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createStoredAccessLog } from './request-log.ts';

/**
 * Runs an instance until it is interrupted. It then reports not ready, accepts requests for `drainMs`,
 * finishes running requests and stops. Throws as `openStorage` and `startService` do.
 */
export async function runServer(context: CommandContext, configuration: Configuration): Promise<ExitCode> {
  const { terminal, interrupt, redactor } = context;
  const { host, port, publicUrl, proxyHops, smtp, mailLanguage, drainMs, drainLimitMs } = configuration;
  const log = serverLog(context, configuration.logLevel);
  const metrics = createMetrics();
  const storage = await openStorage(withS3Metrics(configuration.storage, metrics), log);
  const health = createHealth(storage, log);
  const service = await startService({
    storage,
    host,
    port,
    publicUrl,
    proxyHops,
    smtp,
    mailLanguage: () => mailLanguage,
    limits: { maxBuildBytes: configuration.maxBuildBytes, maxParallelUploads: configuration.parallelUploads },
    clock: systemClock,
    log,
    redactor,
    accessLog: createStoredAccessLog(storage.requests, log),
    addRoutes: (server) => {
      health.addTo(server);
      metrics.addTo(server, storage);
    },
  });
  try {
    if (smtp === null)
      log.warn('No mail server is set; mail waits in the queue until SLIPWAY_SMTP_HOST is set');
    // Printed to stderr, because log collectors store stdout and these lines contain a password.
    if (service.firstUser) for (const line of firstUserLines(service.firstUser)) terminal.note(line);
    await interrupt.requested;
    health.drain();
    log.info('Draining');
    await pause(drainMs);
    await service.drain(drainLimitMs);
    return exitCodes.done;
  } finally {
    await service.stop();
  }
}

function withS3Metrics(choice: StorageOptions, { onS3Request }: Metrics): StorageOptions {
  return 'folder' in choice.builds
    ? choice
    : { ...choice, builds: { ...choice.builds, onRequest: onS3Request } };
}
