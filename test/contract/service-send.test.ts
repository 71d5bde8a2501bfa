import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApplication, type TestVersion, testVersion } from '../../main/api/wire.ts';
import { systemClock } from '../../main/base/clock.ts';
import type { ServiceOptions } from '../../main/service/service.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { readMail } from './mail-reader.ts';
import { smtpSettings, startMailServer } from './mail-server.ts';
import { type ServiceHost, sampleApk, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

async function withActiveVersion(options: Partial<ServiceOptions> = {}) {
  const host = await startHost(options);
  const form = new FormData();
  form.append('releaseNote', 'Faster <start> & "more"\nÜber alles');
  form.append('file', new Blob([await sampleApk()]), 'a.apk');
  const made = (await (await host.call('POST', base, { body: form })).json()) as TestApplication;
  const path = `${base}/items/${made.profiles[0]?.id}`;
  await host.call('POST', `${path}/activate`);
  return { host, made, path, send: (body: unknown) => host.call('POST', `${path}/send`, { body }) };
}

async function withPeople(host: ServiceHost) {
  const { people } = host.service;
  const team = await people.createTeam('Testers');
  const ann = await people.createMember({ email: 'ann@example.com', name: 'Ann <b> & Co' });
  const ben = await people.createMember({ email: 'ben@example.com' });
  await people.addToTeam(ann.id, team.id);
  await people.addToTeam(ben.id, team.id);
  return { team, ann, ben };
}

test('a send reaches team, member and address once each, with a personal link', async () => {
  const { host, path, send } = await withActiveVersion();
  const { team, ann } = await withPeople(host);
  const response = await send({
    teamIds: [team.id],
    memberIds: [ann.id],
    emails: [' BEN@example.com ', 'new@example.com', 'New@example.com'],
  });
  expect(response.status).toBe(200);
  const sent = testVersion.strict().parse(await response.json());
  expect(sent.lastSendDateTimeUtc).not.toBeNull();
  expect(sent.profileMembers.map((one) => [one.member.email, one.shareMemberStatus, one.isDeleted])).toEqual([
    ['ann@example.com', 1, false],
    ['ben@example.com', 1, false],
    ['new@example.com', 1, false],
  ]);
  expect(sent.profileMembers[0]?.member.teamMembers).toMatchObject([
    { teamId: team.id, memberId: ann.id, team: { id: team.id, name: 'Testers', ungrouped: false } },
  ]);
  expect(sent.profileMembers[2]?.member.teamMembers).toMatchObject([{ team: { ungrouped: true } }]);
  await host.service.idle();
  const messages = await host.service.outbox.list();
  expect(messages.map(({ to, state }) => [to, state]).sort()).toEqual([
    ['ann@example.com', 'delivered'],
    ['ben@example.com', 'delivered'],
    ['new@example.com', 'delivered'],
  ]);
  expect(new Set(messages.map(({ installLink }) => installLink)).size).toBe(3);
  expect((await host.json<TestVersion>('GET', path)).profileMembers).toEqual(sent.profileMembers);
  expect((await host.service.people.list()).members.map(({ email }) => email)).toContain('new@example.com');
});

test('the message says what and where, in text and HTML, with everything escaped', async () => {
  const { host, send } = await withActiveVersion();
  const { ann } = await withPeople(host);
  await send({ memberIds: [ann.id] });
  await host.service.idle();
  const [message] = await host.service.outbox.list();
  const raw = await host.service.outbox.read(message?.id ?? '');
  expect(await readFile(message?.path ?? '', 'utf8')).toBe(raw);
  const mail = readMail(raw);
  expect(mail.headers.get('subject')).toBe(message?.subject);
  expect(mail.headers.get('subject')).toContain('Shop & Söhne <b> 2.4.1 (1187)');
  expect(mail.headers.get('to')).toContain('ann@example.com');
  expect(mail.attachments).toEqual(['image/png']);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(message?.installLink ?? 'no link');
    expect(part).toContain('2.4.1 (1187)');
    expect(part).toMatch(/\d(\.\d)? (kB|bytes)/);
  }
  expect(mail.text).toContain('Faster <start> & "more"\nÜber alles');
  expect(mail.html).toContain('Faster &lt;start&gt; &amp; &quot;more&quot;\nÜber alles');
  expect(mail.html).toContain('Shop &amp; Söhne &lt;b&gt;');
  expect(mail.html).not.toMatch(/<b>|<start>/);
});

test('nobody is mailed when one recipient is wrong, and the wrong ones are named', async () => {
  const { host, path, send } = await withActiveVersion();
  const { team } = await withPeople(host);
  const refused = async (body: unknown): Promise<[number, string, string]> => {
    const response = await send(body);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    return [response.status, code, detail];
  };
  expect(await refused({ teamIds: [team.id], emails: ['good@example.com', 'not an address'] })).toEqual([
    422,
    'service/badAddress',
    expect.stringContaining('"not an address"'),
  ]);
  expect(await refused({ teamIds: [team.id, 77], memberIds: [88] })).toEqual([
    422,
    'service/unknownPeople',
    expect.stringMatching(/team 77.*member 88/),
  ]);
  expect((await refused({ teamIds: [], memberIds: [], emails: [] }))[1]).toBe('service/nobody');
  expect((await refused({}))[1]).toBe('service/nobody');
  expect((await refused({ teamIds: ['x'] })).slice(0, 2)).toEqual([400, 'service/badBody']);
  expect(await host.service.outbox.list()).toEqual([]);
  expect(await host.json('GET', path)).toMatchObject({ lastSendDateTimeUtc: null, profileMembers: [] });
  const form = new URLSearchParams({ emails: 'good@example.com' });
  expect((await refused(form)).slice(0, 2)).toEqual([415, 'service/mediaType']);
  await host.call('DELETE', `${path}/activate`);
  expect((await refused({ teamIds: [team.id] })).slice(0, 2)).toEqual([409, 'service/inactive']);
  expect(
    (await host.call('POST', `${base}/items/99/send`, { body: { emails: ['a@example.com'] } })).status,
  ).toBe(404);
});

test('sending again keeps one share per person and gives another link; both links live', async () => {
  const { host, send } = await withActiveVersion();
  await send({ emails: ['ann@example.com'] });
  const again = (await (await send({ emails: ['ann@example.com'] })).json()) as TestVersion;
  expect(again.profileMembers).toHaveLength(1);
  const links = (await host.service.outbox.list()).map(({ installLink }) => installLink);
  expect(new Set(links).size).toBe(2);
  for (const link of links) expect((await fetch(link)).status).toBe(200);
});

test('with a mail server configured, messages go there with a login and are not kept', async () => {
  const server = await startMailServer();
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(server.port) });
  await send({ emails: ['ann@example.com', 'ben@example.com'] });
  await host.service.idle();
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['ann@example.com', 'ben@example.com']);
  const mail = readMail(server.received[0]?.raw ?? '');
  expect(mail.headers.get('from')).toContain('builds@example.com');
  const messages = await host.service.outbox.list();
  expect(messages.map(({ state, path }) => [state, path])).toEqual([
    ['delivered', null],
    ['delivered', null],
  ]);
  expect(mail.text).toContain(messages.find(({ to }) => to === server.received[0]?.to[0])?.installLink);
  await expect(host.service.outbox.read(messages[0]?.id ?? '')).rejects.toMatchObject({
    code: 'service/mailGone',
  });
  expect(host.lines.join('\n')).not.toContain('mail secret');
});

test('a receiver refused for good is reported and holds nobody else up', async () => {
  const refuse = (address: string) =>
    address.startsWith('gone') ? Object.assign(new Error('No such person'), { responseCode: 550 }) : null;
  const server = await startMailServer({ refuse });
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(server.port) });
  await send({ emails: ['gone@example.com', 'ben@example.com'] });
  await host.service.idle();
  const messages = await host.service.outbox.list();
  expect(messages.find(({ to }) => to === 'gone@example.com')).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('No such person'),
  });
  expect(server.received.map(({ to }) => to)).toEqual([['ben@example.com']]);
});

test('a dead mail server loses nothing: what waits goes out after a restart', async () => {
  const dead = await startMailServer();
  await dead.close();
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(dead.port) });
  await send({ emails: ['ann@example.com'] });
  await expect
    .poll(async () => (await host.service.outbox.list())[0])
    .toMatchObject({ state: 'queued', attempts: 1, failure: expect.stringMatching(/ECONNREFUSED/) });
  const waiting = host.service.idle();
  await Promise.all([
    host.service.stop(),
    expect(waiting).rejects.toMatchObject({ code: 'service/stopped' }),
  ]);
  const server = await startMailServer();
  const later = { ...systemClock, now: () => Date.now() + 3_600_000 };
  const second = await startHost({ dataDir: host.dataDir, smtp: smtpSettings(server.port), clock: later });
  await second.service.idle();
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com']]);
});

test('a mail server that cannot take a message yet is asked again later', async () => {
  const clock = createFakeClock();
  const later = Object.assign(new Error('Greylisted'), { responseCode: 451 });
  let tries = 0;
  const server = await startMailServer({ refuse: () => (++tries <= 2 ? later : null) });
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(server.port), clock });
  await send({ emails: ['ann@example.com'] });
  const message = async () => (await host.service.outbox.list())[0];
  for (const attempts of [1, 2]) {
    await expect
      .poll(message)
      .toMatchObject({ state: 'queued', attempts, failure: expect.stringContaining('Greylisted') });
    await expect.poll(clock.pending).toBeGreaterThan(0);
    await clock.advance(60_000);
  }
  await host.service.idle();
  expect(await message()).toMatchObject({ state: 'delivered', attempts: 3, failure: null });
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com']]);
});

test('a mail server that hangs does not keep the service from stopping, and loses nothing', async () => {
  const clock = createFakeClock();
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => silent.close(() => resolve())));
  const { port } = silent.address() as AddressInfo;
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(port), clock });
  const asked = once(silent, 'connection');
  await send({ emails: ['ann@example.com'] });
  await asked;
  const stopping = host.service.stop();
  await expect.poll(clock.pending).toBeGreaterThan(0);
  await clock.advance(5_000);
  await stopping;
  const server = await startMailServer();
  const second = await startHost({ dataDir: host.dataDir, smtp: smtpSettings(server.port) });
  await second.service.idle();
  expect(await second.service.outbox.list()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('deleting a version or a member takes back mail that still waits', async () => {
  const dead = await startMailServer();
  await dead.close();
  const { host, path, send } = await withActiveVersion({ smtp: smtpSettings(dead.port) });
  await send({ emails: ['ann@example.com', 'ben@example.com'] });
  const { members } = await host.service.people.list();
  const ann = members.find(({ email }) => email === 'ann@example.com');
  await host.service.people.removeMember(ann?.id ?? 0);
  expect((await host.service.outbox.list()).map(({ to }) => to)).toEqual(['ben@example.com']);
  expect((await host.json<TestVersion>('GET', path)).profileMembers[0]?.isDeleted).toBe(true);
  await host.call('DELETE', path);
  expect(await host.service.outbox.list()).toEqual([]);
  await host.service.idle();
});
