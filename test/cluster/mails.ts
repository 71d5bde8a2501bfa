import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { TestApplication } from '../../main/api/wire.ts';
import { openPostgres, type PostgresSettings } from '../../main/service/storage/postgres/postgres.ts';
import { caller, sampleApk } from '../contract/service/service-host.ts';
import { assertThat, type Case } from './case.ts';
import { type Cluster, quietLog, startCluster } from './cluster.ts';

const receivers = 1_000;
const sentTogether = 200;
const applications = '/api/v3/testingdist/profiles';

type Mailbox = {
  readonly port: number;
  /** Message-IDs by recipient. */
  readonly received: Map<string, string[]>;
  /** Called after each message with the number of all messages. */
  onMessage: (count: number) => void;
  close(): Promise<void>;
};

async function openMailbox(): Promise<Mailbox> {
  let count = 0;
  const box = { received: new Map<string, string[]>(), onMessage: (_count: number): void => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const id = /^message-id:\s*(\S+)/im.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? '';
        for (const { address } of session.envelope.rcptTo)
          box.received.set(address, [...(box.received.get(address) ?? []), id]);
        count += 1;
        box.onMessage(count);
        callback();
      });
    },
  });
  // Ignores errors, because the connections of a killed instance break.
  server.on('error', () => null);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return Object.assign(box, {
    port: address.port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

async function sendToAll({ url, token }: Cluster, domain: string): Promise<readonly string[]> {
  const api = caller(url, token);
  const uploaded = await api.upload(applications, await sampleApk());
  const { profiles } = (await uploaded.json()) as TestApplication;
  const version = `${applications}/items/${profiles[0]?.id}`;
  await api.json('POST', `${version}/activate`);
  const recipients = Array.from({ length: receivers }, (_, at) => `person${at}@${domain}`);
  for (let at = 0; at < receivers; at += sentTogether) {
    await api.json('POST', `${version}/send`, { body: { emails: recipients.slice(at, at + sentTogether) } });
  }
  return recipients;
}

async function untilNoneWaits({ storage }: Cluster): Promise<void> {
  while ((await storage.mail.list()).some(({ state }) => state === 'waiting')) await pause(300);
}

/** Expires all message leases, which otherwise last 15 minutes. */
async function endLeases({ places, storage }: Cluster): Promise<number> {
  const database = await openPostgres(places.database as PostgresSettings, quietLog);
  try {
    const taken = "leased_until > 0 AND state = 'waiting'";
    const ended = await database.run(`UPDATE mails SET leased_until = 0 WHERE ${taken}`);
    await storage.mail.retryQueued(Date.now());
    return ended;
  } finally {
    await database.close();
  }
}

function counted(box: Mailbox, recipients: readonly string[]) {
  const ids = recipients.map((address) => box.received.get(address) ?? []);
  const repeated = ids.filter((each) => each.length > 1);
  return {
    mails: ids.filter((each) => each.length > 0).length,
    missing: ids.filter((each) => each.length === 0).length,
    twice: repeated.length,
    /** Number of recipients that received several messages whose Message-IDs differ. */
    otherId: repeated.filter((each) => new Set(each).size > 1).length,
  };
}

const mailSettings = (port: number) => ({
  SLIPWAY_SMTP_HOST: '127.0.0.1',
  SLIPWAY_SMTP_PORT: String(port),
  SLIPWAY_SMTP_SECURITY: 'none',
  SLIPWAY_SMTP_FROM: 'Builds <builds@example.org>',
});

export const mailOnce: Case = {
  name: `${receivers} mails are sent exactly once`,
  run: async (servers, _random, report) => {
    const box = await openMailbox();
    const cluster = await startCluster(servers, mailSettings(box.port));
    try {
      const began = performance.now();
      const recipients = await sendToAll(cluster, 'once.example.org');
      await untilNoneWaits(cluster);
      const { otherId: _, ...counts } = counted(box, recipients);
      report(`${Math.round((receivers * 1_000) / (performance.now() - began))} a second`);
      assertThat(counts.twice === 0, `${counts.twice} were sent twice though nothing was killed`);
      return counts;
    } finally {
      await cluster.end();
      await box.close();
    }
  },
};

export const mailWithKill: Case = {
  name: `${receivers} mails are sent while one instance is killed`,
  run: async (servers, random, report) => {
    const box = await openMailbox();
    const cluster = await startCluster(servers, mailSettings(box.port));
    try {
      const killed = random.pick(cluster.instances);
      const threshold = random.between(100, 400);
      const thresholdReached = new Promise<void>((resolve) => {
        box.onMessage = (count) => {
          if (count >= threshold) resolve();
        };
      });
      const recipients = await sendToAll(cluster, 'killed.example.org');
      await thresholdReached;
      await killed.kill();
      await killed.start();
      while ((await waitingAndFree(cluster)) > 0) await pause(300);
      const left = await endLeases(cluster);
      await untilNoneWaits(cluster);
      const { otherId, ...counts } = counted(box, recipients);
      report(`${left} in flight at the kill, ${counts.twice} sent twice`);
      assertThat(counts.twice <= 1, `${counts.twice} were sent twice for one kill`);
      assertThat(otherId === 0, `${otherId} came twice under different Message-IDs`);
      return counts;
    } finally {
      await cluster.end();
      await box.close();
    }
  },
};

/** Returns the number of messages that are waiting and not leased. */
async function waitingAndFree({ places }: Cluster): Promise<number> {
  const database = await openPostgres(places.database as PostgresSettings, quietLog);
  try {
    const free = `state = 'waiting' AND leased_until <= ${database.clock}`;
    const row = await database.get<{ count: number }>(`SELECT count(*) AS count FROM mails WHERE ${free}`);
    return row?.count ?? 0;
  } finally {
    await database.close();
  }
}
