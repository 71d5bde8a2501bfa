/** Instances of `slipway server` behind nginx, with a new PostgreSQL schema and a new S3 prefix. */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import type { FirstUser } from '../../main/service/service.ts';
import type { StorageLocations } from '../../main/service/storage/backends.ts';
import { openStorage } from '../../main/service/storage/open-storage.ts';
import type { Storage } from '../../main/service/storage/storage.ts';
import { firstUserIn } from '../contract/service/server-world.ts';
import { freePort } from '../fakes/free-port.ts';
import { startNginx } from '../fakes/nginx.ts';
import type { PostgresServer } from '../fakes/postgres.ts';
import { launch, type Program } from '../faults/program.ts';
import { tokenOf } from '../sign-in.ts';
import type { Gateway } from './gateway.ts';

export type Servers = { readonly folder: string; readonly postgres: PostgresServer; readonly s3: Gateway };

export type Instance = {
  readonly url: string;
  readonly program: () => Program;
  /** Kills the instance, as a power failure does. */
  readonly kill: () => Promise<void>;
  /** Starts the instance; resolves once it is ready. */
  readonly start: () => Promise<void>;
};

export type Cluster = {
  /** URL of the proxy. */
  readonly url: string;
  readonly instances: readonly Instance[];
  readonly user: FirstUser;
  readonly token: string;
  readonly places: StorageLocations;
  /** Storage opened by this process, like a further instance. */
  readonly storage: Storage;
  end(): Promise<void>;
};

export const quietLog = createLog({ clock: systemClock, redactor: new Redactor(), sinks: [] });

/** Starts all instances of a new service at once; throws unless they create exactly one first user. */
export async function startCluster(
  { folder, postgres, s3 }: Servers,
  given: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const [port, databaseUrl, prefix] = [
    await freePort(),
    await postgres.newSchema(),
    `${randomBytes(4).toString('hex')}/`,
  ];
  const url = `http://127.0.0.1:${port}`;
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings;
  const environment = {
    SLIPWAY_DATABASE_URL: databaseUrl,
    SLIPWAY_DATABASE_CONNECTIONS: '8',
    SLIPWAY_S3_ENDPOINT: endpoint,
    SLIPWAY_S3_REGION: region,
    SLIPWAY_S3_BUCKET: bucket,
    SLIPWAY_S3_PREFIX: prefix,
    SLIPWAY_S3_ACCESS_KEY_ID: accessKeyId,
    SLIPWAY_S3_SECRET_ACCESS_KEY: secretAccessKey,
    SLIPWAY_PUBLIC_URL: url,
    SLIPWAY_PROXY_HOPS: '1',
    SLIPWAY_DRAIN_SECONDS: '1',
    ...given,
  };
  const instances = await Promise.all([0, 1, 2].map(async () => instanceOn(environment, await freePort())));
  await Promise.all(instances.map(({ start }) => start()));
  const output = await Promise.any(
    instances.map(async ({ program }) => {
      await program().until('client secret');
      return program().output();
    }),
  );
  const nginx = await startNginx(
    await mkdtemp(join(folder, 'nginx-')),
    instances.map((one) => new URL(one.url).port),
    port,
  );
  const places = { database: { url: databaseUrl, maxConnections: 4 }, builds: { ...s3.settings, prefix } };
  const storage = await openStorage(places, quietLog);
  const user = firstUserIn(output);
  const users = await storage.identity.users();
  if (users.length !== 1) throw new Error(`${users.length} users came of ${instances.length} first starts`);
  return {
    url: nginx.url,
    instances,
    user,
    token: await tokenOf(nginx.url, user),
    places,
    storage,
    end: async () => {
      await storage.close();
      await nginx.stop();
      await Promise.all(instances.map(({ kill }) => kill()));
    },
  };
}

function instanceOn(environment: Readonly<Record<string, string>>, port: number): Instance {
  const url = `http://127.0.0.1:${port}`;
  let program: Program | null = null;
  const current = (): Program => {
    if (program === null) throw new Error('the instance was not started');
    return program;
  };
  return {
    url,
    program: current,
    kill: async () => void (await current().kill()),
    start: async () => {
      const started = launch(['server'], { environment: { ...environment, SLIPWAY_PORT: String(port) } });
      program = started;
      const ended = started.ended.then(({ code, stdout, stderr }) => {
        throw new Error(`an instance ended with ${code}: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
      });
      // Ignores later exits, because the caller causes them.
      ended.catch(() => null);
      while (!(await isReady(url))) await Promise.race([pause(50), ended]);
    },
  };
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
