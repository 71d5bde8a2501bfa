import { setTimeout as pause } from 'node:timers/promises';
import { caller } from '../contract/service/service-host.ts';
import { type Acknowledged, uploadUntilAcknowledged, verify } from './acknowledged.ts';
import { assertThat, type Case } from './case.ts';
import { type Cluster, startCluster } from './cluster.ts';

const awayMs = 4_000;
const recoveryMs = 10_000;
const readers = 4;
const uploaders = 2;

type Load = {
  /** Number of responses by status. Each 503 must have a valid `retry-after`. */
  readonly statuses: Map<string, number>;
  readonly acknowledged: Acknowledged;
  /** Time of the last failed request, from `performance.now()`. */
  readonly lastFailure: () => number;
  end(): Promise<void>;
};

/** Lists applications and uploads builds continuously until `end` is called. */
function load(cluster: Cluster): Load {
  const { url, token } = cluster;
  const statuses = new Map<string, number>();
  const acknowledged: Acknowledged = new Map();
  let isStopped = false;
  let lastFailure = 0;
  let number = 0;
  const read = async (): Promise<void> => {
    while (!isStopped) {
      const answer = await caller(url, token)
        .call('GET', '/api/v3/testingdist/profiles')
        .catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      const state = answer
        ? `${answer.status}${answer.headers.has('retry-after') ? ' Retry-After' : ''}`
        : 'cut';
      statuses.set(state, (statuses.get(state) ?? 0) + 1);
      if (!answer?.ok) lastFailure = performance.now();
      await pause(20);
    }
  };
  const upload = async (): Promise<void> => {
    while (!isStopped) {
      number += 1;
      await uploadUntilAcknowledged(cluster, { number, bytes: 9_000_000 }, acknowledged);
      await pause(50);
    }
  };
  const running = Promise.all([
    ...Array.from({ length: readers }, read),
    ...Array.from({ length: uploaders }, upload),
  ]);
  running.catch(() => null);
  return {
    statuses,
    acknowledged,
    lastFailure: () => lastFailure,
    end: async () => {
      isStopped = true;
      await running;
    },
  };
}

export const outage = (which: 'PostgreSQL' | 'the S3 server'): Case => ({
  name: `an outage of ${which} under load loses nothing`,
  run: async (servers, _random, report) => {
    const away = which === 'PostgreSQL' ? servers.postgres : servers.s3;
    const cluster = await startCluster(servers);
    try {
      const running = load(cluster);
      await pause(2_000);
      await away.stop();
      await pause(awayMs);
      const during = await directAnswers(cluster);
      await away.start();
      const back = performance.now();
      while (!(await areAllReady(cluster))) {
        assertThat(
          performance.now() - back < recoveryMs,
          `not every instance was ready after ${recoveryMs} ms`,
        );
        await pause(50);
      }
      const ready = Math.round(performance.now() - back);
      await pause(Math.max(0, recoveryMs - ready));
      await running.end();
      report(`ready again after ${ready} ms; readers met ${describe(running.statuses)}`);
      for (const { program } of cluster.instances)
        assertThat(program().process.exitCode === null, 'an instance ended');
      assertThat(running.lastFailure() - back < recoveryMs, 'requests still failed after 10 s');
      assertThat(
        during.every((answer) => answer === '503 Retry-After'),
        `instances answered ${during.join(', ')}`,
      );
      const other = [...running.statuses.keys()].filter((state) => !/^(200|503 Retry-After)$/.test(state));
      assertThat(other.length === 0, `readers met ${other.join(', ')}`);
      const counts = await verify(cluster, running.acknowledged);
      return { uploads: running.acknowledged.size, ...counts };
    } finally {
      await cluster.end();
    }
  },
});

/** Uploads to each instance during an outage and returns the responses. */
async function directAnswers({ instances, token }: Cluster): Promise<readonly string[]> {
  return Promise.all(
    instances.map(async ({ url }) => {
      const { status, headers } = await caller(url, token).upload(
        '/api/v3/testingdist/profiles',
        new Uint8Array(100),
      );
      return `${status}${headers.has('retry-after') ? ' Retry-After' : ''}`;
    }),
  );
}

async function areAllReady({ instances }: Cluster): Promise<boolean> {
  const ready = await Promise.all(
    instances.map(async ({ url }) => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false),
  );
  return ready.every(Boolean);
}

function describe(statuses: Load['statuses']): string {
  return [...statuses].map(([state, count]) => `${count} × ${state}`).join(', ');
}
