import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SignatureV4 } from '@smithy/signature-v4';
import { Pool } from 'undici';
import { serviceApplication } from '../../../main/service/description/testing-schemas.ts';
import { connectS3 } from '../../../main/service/storage/s3/s3-clients.ts';
import { startCeph } from '../../cluster/ceph.ts';
import { type Cluster, type Instance, startCluster } from '../../cluster/cluster.ts';
import type { Gateway } from '../../cluster/gateway.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startNginx } from '../../fakes/nginx.ts';
import { startPostgres } from '../../fakes/postgres.ts';
import { endChild } from '../child.ts';
import { runCurl } from '../curl.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { isInstalled } from '../installed.ts';
import { startSignedIn } from '../signed-in.ts';

const megabyte = 1024 * 1024;
const fileMegabytes = 1024;
const rounds = 3;
const uploadsAtOnce = 16;
const memoryLimit = 300;
const smallRequests = 3_000;
const cores = availableParallelism();
const applications = '/api/v3/testingdist/profiles';

type World = {
  readonly cluster: Cluster;
  /** An instance that is called directly, without the proxy. */
  readonly one: Instance;
  readonly s3: Gateway;
  readonly folder: string;
};

type Target = { readonly url: string; readonly token: string };

/** Figures of `slipway server` with PostgreSQL for records and Ceph for builds. */
export const clusterFigures: readonly Figure[] = [
  {
    name: 'cluster-upload',
    peer: 'curl -T of the same GiB to a presigned address of Ceph',
    unit: 'MB/s',
    goal: 0.5,
    better: 'more',
    measure: () =>
      inWorld(async ({ cluster, one, s3, folder }) => {
        const path = await writeApk(folder, fileMegabytes);
        return alternate(
          rounds,
          () => upload({ url: one.url, token: cluster.token }, path),
          async () => rateOf(['-T', path, await presigned(s3, 'PUT')]),
        );
      }),
  },
  {
    name: 'cluster-upload-embedded',
    peer: 'the same to the embedded service, with SQLite and a folder',
    unit: 'MB/s',
    // Ceph is the bottleneck: on the same two cores, it accepts uploads from curl no faster.
    goal: 0.15,
    better: 'more',
    measure: () =>
      inWorld(({ cluster, one, folder }) =>
        besideEmbedded(folder, async (embedded) => {
          const path = await writeApk(folder, fileMegabytes);
          return alternate(
            rounds,
            () => upload({ url: one.url, token: cluster.token }, path),
            () => upload(embedded, path),
          );
        }),
      ),
  },
  {
    name: 'cluster-download',
    peer: 'curl of the same GiB from a presigned address of Ceph',
    unit: 'MB/s',
    goal: 0.8,
    better: 'more',
    measure: () =>
      inWorld(async ({ cluster, one, s3, folder }) => {
        const path = await writeApk(folder, fileMegabytes);
        await runCurl(['-T', path, await presigned(s3, 'PUT')]);
        const link = await published({ url: one.url, token: cluster.token }, path);
        const direct = link.replace(cluster.url, one.url);
        return alternate(
          rounds,
          () => rateOf(['-o', '/dev/null', direct]),
          async () => rateOf(['-o', '/dev/null', await presigned(s3, 'GET')]),
        );
      }),
  },
  {
    name: 'cluster-download-embedded',
    peer: 'the same from the embedded service',
    unit: 'MB/s',
    goal: 0.25,
    better: 'more',
    measure: () =>
      inWorld(({ cluster, one, folder }) =>
        besideEmbedded(folder, async (embedded) => {
          const path = await writeApk(folder, fileMegabytes);
          const link = await published({ url: one.url, token: cluster.token }, path);
          const direct = link.replace(cluster.url, one.url);
          const beside = await published(embedded, path);
          return alternate(
            rounds,
            () => rateOf(['-o', '/dev/null', direct]),
            () => rateOf(['-o', '/dev/null', beside]),
          );
        }),
      ),
  },
  {
    name: 'cluster-memory',
    peer: `limit of ${memoryLimit} MiB`,
    unit: `MiB at the most of one instance, ${uploadsAtOnce} uploads at once`,
    goal: 1,
    better: 'less',
    measure: () =>
      inWorld(async ({ cluster, one, folder }) => {
        const path = await writeApk(folder, 256);
        const target = { url: one.url, token: cluster.token };
        await Promise.all(Array.from({ length: uploadsAtOnce }, () => upload(target, path)));
        return { ours: [await peakMemoryOf(one)], theirs: [memoryLimit] };
      }),
  },
  {
    name: 'cluster-instances',
    peer: `one instance behind the same proxy, on ${cores} cores`,
    unit: 'small requests/s of three instances',
    // A single instance already uses two cores, together with nginx, PostgreSQL and the client.
    goal: cores >= 4 ? 1.5 : 0.8,
    better: 'more',
    measure: () =>
      inWorld(async ({ cluster, one, folder }) => {
        const { port } = new URL(one.url);
        const nginx = await startNginx(
          await mkdtemp(join(folder, 'nginx-')),
          [port, port, port],
          await freePort(),
        );
        try {
          return await alternate(
            rounds,
            () => requestsPerSecond(cluster.url, cluster.token),
            () => requestsPerSecond(nginx.url, cluster.token),
          );
        } finally {
          await nginx.stop();
        }
      }),
  },
];

/** Returns null if Ceph, nginx or curl is not installed. `npm run tool -- cluster` installs them. */
async function inWorld(work: (world: World) => Promise<Measured>): Promise<Measured | null> {
  const needed = [
    isInstalled('radosgw', '--version'),
    isInstalled('ceph-osd', '--version'),
    isInstalled('nginx', '-v'),
    isInstalled('curl', '--version'),
  ];
  if ((await Promise.all(needed)).includes(false)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const postgres = await startPostgres();
  started.defer(() => postgres.remove());
  const s3 = await startCeph(await mkdtemp(join(folder, 's3-')));
  started.defer(() => s3.end());
  const cluster = await startCluster({ folder, postgres, s3 });
  started.defer(() => cluster.end());
  const [one] = cluster.instances;
  if (!one) throw new Error('no instance was started');
  return await work({ cluster, one, s3, folder });
}

async function besideEmbedded(
  folder: string,
  work: (embedded: Target) => Promise<Measured>,
): Promise<Measured> {
  const embedded = await startSignedIn(join(folder, 'embedded'));
  try {
    return await work(embedded);
  } finally {
    await endChild(embedded.child);
  }
}

const bearer = (token: string): readonly string[] => ['-H', `Authorization: Bearer ${token}`];

/** Uploads 1 GiB and returns the speed in MB/s. Removes the stored build afterwards. */
async function upload({ url, token }: Target, path: string): Promise<number> {
  const start = performance.now();
  const answer = await runCurl([...bearer(token), '-F', `file=@${path}`, url + applications]);
  const rate = fileMegabytes / ((performance.now() - start) / 1000);
  const { id } = serviceApplication.parse(JSON.parse(answer));
  await runCurl([...bearer(token), '-X', 'DELETE', `${url}${applications}/${id}`]);
  return rate;
}

/** Uploads a build and returns its download URL. */
async function published({ url, token }: Target, path: string): Promise<string> {
  const answer = await runCurl([...bearer(token), '-F', `file=@${path}`, url + applications]);
  const [version] = serviceApplication.parse(JSON.parse(answer)).profiles;
  const activate = `${url}${applications}/items/${version?.id}/activate`;
  await runCurl([...bearer(token), '-X', 'POST', activate]);
  const link = version?.profileFiles[0]?.downloadUrl;
  if (!link) throw new Error(`no link in ${answer}`);
  return link;
}

/** Runs curl and returns the speed in MB/s. */
async function rateOf(args: readonly string[]): Promise<number> {
  const start = performance.now();
  await runCurl(args);
  return fileMegabytes / ((performance.now() - start) / 1000);
}

async function presigned({ settings }: Gateway, method: 'PUT' | 'GET'): Promise<string> {
  const clients = connectS3({ ...settings, prefix: '' });
  try {
    const { host } = new URL(settings.endpoint);
    const signer = new SignatureV4({
      service: 's3',
      region: settings.region,
      credentials: settings,
      sha256: clients.requests.config.sha256,
      uriEscapePath: false,
    });
    const path = `/${settings.bucket}/bench/peer.apk`;
    const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const request = { method, protocol: 'http:', hostname: host, path, headers };
    const { query = {} } = await signer.presign(request, { expiresIn: 600 });
    const text = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(`${value}`)}`);
    return `${settings.endpoint}${path}?${text.join('&')}`;
  } finally {
    clients.destroy();
  }
}

async function writeApk(folder: string, megabytes: number): Promise<string> {
  const [script, path] = [resolve(import.meta.dirname, '../big-apk.ts'), join(folder, 'build.apk')];
  await promisify(execFile)(process.execPath, [script, path, String(megabytes * megabyte)]);
  return path;
}

/** Returns the peak memory of the process in MiB, as counted by the kernel. */
async function peakMemoryOf({ program }: Instance): Promise<number> {
  const status = await readFile(`/proc/${program().process.pid}/status`, 'utf8');
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kibibytes === undefined) throw new Error('the kernel does not report the memory of the instance');
  return Number(kibibytes) / 1024;
}

/** Returns the requests per second for the empty list of applications over 32 connections. */
async function requestsPerSecond(url: string, token: string): Promise<number> {
  const pool = new Pool(url, { connections: 32 });
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  let left = smallRequests;
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body } = await pool.request({ method: 'GET', path: applications, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`a request was answered with ${statusCode}`);
    }
  };
  try {
    const start = performance.now();
    await Promise.all(Array.from({ length: 32 }, ask));
    return smallRequests / ((performance.now() - start) / 1000);
  } finally {
    await pool.close();
  }
}
