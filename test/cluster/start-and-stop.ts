import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestApplication } from '../../main/api/wire.ts';
import { openPostgres, type PostgresSettings } from '../../main/service/storage/postgres/postgres.ts';
import { verify } from './acknowledged.ts';
import { assertThat, type Case } from './case.ts';
import { quietLog, startCluster } from './cluster.ts';
import { run } from './daemon.ts';

const gibibyte = 1024 ** 3;
const writesApk = resolve(import.meta.dirname, '../bench/big-apk.ts');

export const firstStarts: Case = {
  name: 'three concurrent first starts create one user',
  run: async (servers, _random, report) => {
    const cluster = await startCluster(servers);
    try {
      const database = await openPostgres(cluster.places.database as PostgresSettings, quietLog);
      const versions = await database.all<{ version: number }>('SELECT version FROM schema_version');
      await database.close();
      assertThat(versions.length === 1, `the schema has ${versions.length} versions`);
      const clients = await cluster.storage.identity.clients();
      assertThat(clients.length === 1, `there are ${clients.length} clients`);
      const announcing = cluster.instances.filter(({ program }) =>
        program().output().includes('client secret'),
      );
      assertThat(announcing.length === 1, `${announcing.length} instances showed a first user`);
      for (const { program } of cluster.instances) program().process.kill('SIGTERM');
      const ends = await Promise.all(cluster.instances.map(({ program }) => program().ended));
      assertThat(
        ends.every(({ code }) => code === 0),
        `they ended with ${ends.map(({ code }) => code).join(', ')}`,
      );
      report(`schema ${versions[0]?.version}, one first user`);
      return {};
    } finally {
      await cluster.end();
    }
  },
};

export const endInUpload: Case = {
  name: 'an upload of 1 GiB survives SIGTERM',
  run: async (servers, _random, report) => {
    const path = `${servers.folder}/large.apk`;
    await run(process.execPath, writesApk, path, String(gibibyte));
    const hash = (await run('sha256sum', path)).slice(0, 64);
    const cluster = await startCluster(servers);
    try {
      const { url, token, instances } = cluster;
      const curl = spawn(
        'curl',
        [
          '-sS',
          '-H',
          `Authorization: Bearer ${token}`,
          '-F',
          `file=@${path}`,
          `${url}/api/v3/testingdist/profiles`,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let answer = '';
      curl.stdout.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      const answered = once(curl, 'close');
      const busy = await Promise.any(
        instances.map(async (instance) => {
          while (curl.exitCode === null) {
            // Two running requests are the upload and this request for the metrics.
            const figures = await (await fetch(`${instance.url}/metrics`)).text();
            if (figures.includes('slipway_http_requests_running 2')) return instance;
            await pause(50);
          }
          throw new Error('the upload ended before it was seen');
        }),
      );
      await pause(1_000);
      assertThat(curl.exitCode === null, 'the upload had ended before the instance was asked to');
      const asked = performance.now();
      busy.program().process.kill('SIGTERM');
      await answered;
      const seconds = Math.round((performance.now() - asked) / 1_000);
      const id = (JSON.parse(answer) as TestApplication).profiles?.[0]?.id;
      assertThat(id !== undefined, `the upload was answered with ${answer}`);
      const { code } = await busy.program().ended;
      assertThat(code === 0, `the instance ended with ${code}`);
      report(`the upload went on for ${seconds} s, then the instance ended with 0`);
      return { uploads: 1, ...(await verify(cluster, new Map([[id, hash]]))) };
    } finally {
      await cluster.end();
    }
  },
};
