/** Delivery of mail through a mail server or to the outbox folder, and its errors. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { TestVersion } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import type { Language } from '../../../main/messages/locale.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { withActiveVersion } from './active-version.ts';
import { readMail } from './mail-reader.ts';
import { smtpSettings, startMailServer } from './mail-server.ts';
import { startHost } from './service-host.ts';

/** Leaves time for real servers on a busy computer. */
const longTimeout = { timeout: 15_000 };

test('mail is sent through the configured server and not stored', async () => {
  const server = await startMailServer();
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(server.port) });
  await send({ emails: ['ann@example.com', 'ben@example.com'] });
  await host.service.idle();
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['ann@example.com', 'ben@example.com']);
  const mail = readMail(server.received[0]?.raw ?? '');
  expect(mail.headers.get('from')).toContain('builds@example.com');
  const messages = await host.service.outbox.list();
  expect(messages.map(({ state, path }) => [state, path])).toEqual([
    ['mailed', null],
    ['mailed', null],
  ]);
  expect(mail.text).toContain(messages.find(({ to }) => to === server.received[0]?.to[0])?.installLink);
  await expect(host.service.outbox.read(messages[0]?.id ?? '')).rejects.toMatchObject({
    code: 'service/mailGone',
  });
  expect(host.lines.join('\n')).not.toContain('mail secret');
});

test('mail waits if its server needs a password but offers no TLS', async () => {
  const server = await startMailServer();
  const { host, send } = await withActiveVersion({
    smtp: smtpSettings(server.port, { plainText: undefined }),
  });
  await send({ emails: ['ann@example.com'] });
  await expect
    .poll(async () => (await host.service.outbox.list())[0], longTimeout)
    .toMatchObject({ state: 'waiting', failure: { code: 'service/mailUnencrypted' } });
  expect([server.loginNames, server.received]).toEqual([[], []]);
});

test('a permanently rejected recipient is reported without delaying others', async () => {
  const refuse = (address: string) =>
    address.startsWith('gone') ? Object.assign(new Error('No such person'), { responseCode: 550 }) : null;
  const server = await startMailServer({ refuse });
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(server.port) });
  await send({ emails: ['gone@example.com', 'ben@example.com'] });
  await host.service.idle();
  const messages = await host.service.outbox.list();
  expect(inEnglish(messages.find(({ to }) => to === 'gone@example.com'))).toMatchObject({
    state: 'refused',
    failure: expect.stringContaining('No such person'),
  });
  expect(inEnglish(server.received.map(({ to }) => to))).toEqual([['ben@example.com']]);
});

test('mail queued for an unreachable server is sent after a restart', async () => {
  const dead = await startMailServer();
  await dead.close();
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(dead.port) });
  await send({ emails: ['ann@example.com'] });
  await expect
    .poll(async () => inEnglish((await host.service.outbox.list())[0]), longTimeout)
    .toMatchObject({
      state: 'waiting',
      attempts: 1,
      failure: expect.stringMatching(/nothing answers there/),
    });
  const waiting = host.service.idle();
  await Promise.all([
    host.service.stop(),
    expect(waiting).rejects.toMatchObject({ code: 'service/stopped' }),
  ]);
  const server = await startMailServer();
  const later = { ...systemClock, now: () => Date.now() + 3_600_000 };
  const second = await startHost({ dataDir: host.dataDir, smtp: smtpSettings(server.port), clock: later });
  await second.service.idle();
  expect(inEnglish(server.received.map(({ to }) => to))).toEqual([['ann@example.com']]);
});

test('a message that is temporarily rejected is retried', async () => {
  const clock = createFakeClock();
  const later = Object.assign(new Error('Greylisted'), { responseCode: 451 });
  let attempts = 0;
  const server = await startMailServer({ refuse: () => (++attempts <= 2 ? later : null) });
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(server.port), clock });
  await send({ emails: ['ann@example.com'] });
  const message = async () => (await host.service.outbox.list())[0];
  await expect
    .poll(async () => inEnglish(await message()), longTimeout)
    .toMatchObject({ state: 'waiting', attempts: 1, failure: expect.stringContaining('Greylisted') });
  await expect
    .poll(async () => {
      await clock.advance(60_000);
      return (await message())?.state;
    }, longTimeout)
    .toBe('mailed');
  expect(inEnglish(await message())).toMatchObject({ state: 'mailed', attempts: 3, failure: null });
  expect(inEnglish(server.received.map(({ to }) => to))).toEqual([['ann@example.com']]);
});

test('the service can stop while a mail server hangs, without losing mail', async () => {
  const clock = createFakeClock();
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => silent.close(() => resolve())));
  const { port } = silent.address() as AddressInfo;
  const { host, send } = await withActiveVersion({ smtp: smtpSettings(port), clock });
  const connected = once(silent, 'connection');
  await send({ emails: ['ann@example.com'] });
  await connected;
  let stopped = false;
  const stopping = host.service.stop().then(() => {
    stopped = true;
  });
  await expect
    .poll(async () => {
      await clock.advance(5_000);
      return stopped;
    }, longTimeout)
    .toBe(true);
  await stopping;
  const server = await startMailServer();
  const second = await startHost({ dataDir: host.dataDir, smtp: smtpSettings(server.port) });
  await second.service.idle();
  expect(await second.service.outbox.list()).toMatchObject([{ state: 'mailed', attempts: 1 }]);
});

test('deleting a version or a member removes its queued mail', async () => {
  const dead = await startMailServer();
  await dead.close();
  const { host, path, send } = await withActiveVersion({ smtp: smtpSettings(dead.port) });
  const ann = await host.service.people.createMember({ email: 'ann@example.com' });
  await send({ emails: ['ann@example.com', 'ben@example.com'] });
  await host.service.people.removeMember(ann.id);
  expect((await host.service.outbox.list()).map(({ to }) => to)).toEqual(['ben@example.com']);
  expect((await host.json<TestVersion>('GET', path)).profileMembers[0]?.isDeleted).toBe(true);
  await host.call('DELETE', path);
  expect(await host.service.outbox.list()).toEqual([]);
  await host.service.idle();
});

test.each([
  ['de', 'steht zur Installation bereit', 'Hallo Ada,', 'Größe: ', 'Installationsseite öffnen'],
  ['fr', 'Nouvelle version à installer', 'Bonjour Ada,', 'Taille\u00a0: ', 'Ouvrir la page d’installation'],
  ['tr', 'kurulmaya hazır', 'Merhaba Ada,', 'Boyut: ', 'Kurulum sayfasını aç'],
] as const)(
  'mail is written in the configured language: %s',
  async (language, subject, hello, size, button) => {
    const server = await startMailServer();
    let chosen: Language = language;
    const { host, send } = await withActiveVersion({
      smtp: smtpSettings(server.port),
      mailLanguage: () => chosen,
    });
    const ada = await host.service.people.createMember({ email: 'ada@example.com', name: 'Ada' });
    await send({ memberIds: [ada.id] });
    await host.service.idle();
    const mail = readMail(server.received[0]?.raw ?? '');
    expect(mail.headers.get('subject')).toContain(subject);
    expect(mail.headers.get('content-language')).toBe(language);
    for (const text of [hello, size]) expect(mail.text).toContain(text);
    expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(mail.html).toContain(`>${button}</a>`);
    expect(mail.html).toMatch(/<th scope="row"[^>]*>[^<]+<\/th><td>/);
    chosen = 'en';
    await send({ memberIds: [ada.id] });
    await host.service.idle();
    expect(readMail(server.received[1]?.raw ?? '').text).toContain('Hello Ada,');
  },
);
