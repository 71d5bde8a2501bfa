/** A send to many recipients: other requests run in between, and a restart causes no gaps or duplicates. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { TestVersion } from '../../../main/api/wire.ts';
import { withActiveVersion } from './active-version.ts';
import { type ServiceHost, startHost } from './service-host.ts';

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@example.com`);

function counter({ dataDir }: ServiceHost): () => number {
  const database = new DatabaseSync(join(dataDir, 'service.db'), { readOnly: true });
  onTestFinished(() => database.close());
  const statement = database.prepare('SELECT count(*) AS mails FROM mails');
  return () => Number(statement.get()?.['mails']);
}

test('a message to many recipients is recorded in small batches', async () => {
  const { host, path, send } = await withActiveVersion();
  const { people } = host.service;
  const team = await people.createTeam('Testers');
  const ann = await people.createMember({ email: 'ann@example.com', name: 'Ann' });
  await people.addToTeam(ann.id, team.id);
  await people.createMember({ email: 'Person7@example.com', name: 'Seven' });
  const mails = counter(host);
  const counts = [mails()];
  let answer: Response | null = null;
  const sending = send({ teamIds: [team.id], emails: [...addresses(170), 'ANN@example.com'] }).then(
    (given) => {
      answer = given;
      return given;
    },
  );
  let served = 0;
  const askAnother = async (): Promise<void> => {
    expect((await host.call('GET', '/api/v3/root')).status).toBe(200);
    if (answer === null) served += 1;
  };
  const asked: Promise<void>[] = [];
  while (answer === null) {
    await nextTurn();
    counts.push(mails());
    if (counts.length % 100 === 0) asked.push(askAnother());
  }
  await Promise.all(asked);
  counts.push(mails());
  const steps = counts.map((count, at) => count - (counts[at - 1] ?? 0));
  expect(counts.at(-1)).toBe(171);
  expect(Math.max(...steps)).toBeLessThanOrEqual(50);
  expect(served).toBeGreaterThan(0);
  const sent = (await (await sending).json()) as TestVersion;
  expect(sent.profileMembers.map(({ member }) => member.email)).toEqual([
    'ann@example.com',
    ...addresses(170).map((email) => (email === 'person7@example.com' ? 'Person7@example.com' : email)),
  ]);
  await host.service.idle();
  const delivered = sent.profileMembers.map((member) => ({ ...member, mailState: 'not-mailed' }));
  expect(await host.json('GET', path)).toMatchObject({ profileMembers: delivered });
  const messages = await host.service.outbox.list();
  expect(messages.filter(({ state }) => state === 'not-mailed')).toHaveLength(171);
  expect(new Set(messages.map(({ installLink }) => installLink)).size).toBe(171);
});

test('listing a long outbox does not block the event loop', async () => {
  const host = await startHost();
  const database = new DatabaseSync(join(host.dataDir, 'service.db'));
  onTestFinished(() => database.close());
  const insert = database.prepare(
    `INSERT INTO mails (id, receiver, subject, install_link, state, queued_at, next_at, requester) VALUES (?, ?, '', '', 'refused', ?, 0, '')`,
  );
  for (const [at, to] of addresses(1_200).entries()) insert.run(`mail-${at}`, to, Math.floor(at / 100));
  let [isListed, turnCount] = [false, 0];
  const listing = host.service.outbox.list().finally(() => {
    isListed = true;
  });
  while (!isListed) {
    await nextTurn();
    turnCount += 1;
  }
  expect(turnCount).toBeGreaterThan(1);
  const order = (await listing).map(({ to }) => Number(/\d+/.exec(to)?.[0]));
  expect(order).toEqual(order.toSorted((a, b) => b - a));
  expect(order).toHaveLength(1_200);
});

test('an interrupted bulk message resumes without duplicates after a restart', async () => {
  const publicUrl = 'https://builds.example.com';
  const first = await withActiveVersion({ publicUrl });
  const mails = counter(first.host);
  const cut = first.send({ emails: addresses(300) }).catch(() => null);
  while (mails() === 0) await nextTurn();
  await first.host.service.stop();
  await cut;
  const second = await startHost({ dataDir: first.host.dataDir });
  await second.service.idle();
  const recipients = (await second.service.outbox.list()).map(({ to }) => to);
  expect(recipients.toSorted()).toEqual(addresses(300).toSorted());
  for (const { installLink } of await second.service.outbox.list()) expect(installLink).toContain(publicUrl);
  const version = await second.json<TestVersion>('GET', first.path);
  expect(version.profileMembers.map(({ member }) => member.email)).toEqual(addresses(300));
});

test('a bulk send is rejected as a whole and stops if its version is deleted', async () => {
  const { host, path, send } = await withActiveVersion();
  const bad = await send({ emails: [...addresses(200), 'not an address'] });
  expect([bad.status, await host.service.outbox.list()]).toEqual([422, []]);
  const mails = counter(host);
  const sending = send({ emails: addresses(300) });
  while (mails() === 0) await nextTurn();
  expect((await host.call('DELETE', path)).status).toBe(204);
  expect((await sending).status).toBe(404);
  await host.service.idle();
  expect((await host.service.outbox.list()).length).toBeLessThan(300);
});
