/** Errors of mail servers. Errors for one recipient fail its message; other errors block the queue. */
import { setTimeout as realTime } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TestVersion } from '../../../main/api/wire.ts';
import type { SmtpSettings } from '../../../main/service/service.ts';
import { inEnglish } from '../../english.ts';
import { certificateIn } from '../../fakes/certificate.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { withActiveVersion } from './active-version.ts';
import {
  type MailServer,
  type MailServerOptions,
  mailLogin,
  reply,
  smtpSettings,
  startMailServer,
} from './mail-server.ts';

const longTimeout = { timeout: 15_000 };
const minute = 60_000;
const recipients = Array.from({ length: 21 }, (_, at) => `person${at}@example.com`);

/** Advances the fake clock in steps, with real time in between for the connection to the mail server. */
async function pass(clock: FakeClock, ms: number, step: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await clock.advance(step);
    await realTime(5);
  }
}

async function withMail(server: MailServer, settings: Partial<SmtpSettings> = {}) {
  const clock = createFakeClock();
  const { host, path, send } = await withActiveVersion({ smtp: smtpSettings(server.port, settings), clock });
  const messages = () => host.service.outbox.list();
  const states = async () => new Set((await messages()).map(({ state }) => state));
  return { clock, host, path, send, messages, states };
}

type Trouble = MailServerOptions & { readonly closed?: true };

const blocking: readonly (readonly [what: string, broken: Trouble, reason: RegExp])[] = [
  [
    'the sender is rejected',
    {
      refuseSender: () => reply('553 5.7.1 <builds@example.com>: Sender address rejected: not owned by user'),
    },
    /does not let builds@example\.com send: .*not owned by user.*set a sender/,
  ],
  [
    'relaying is denied',
    { refuse: () => reply('554 5.7.1 <person@example.com>: Relay access denied') },
    /Relay access denied.*user name and password/,
  ],
  [
    'the daily limit is reached',
    { refuseMessage: () => reply('550 5.4.5 Daily user sending limit exceeded') },
    /accepts no more messages for now.*Daily user sending limit/,
  ],
  [
    'the login may not send as the sender',
    {
      refuseMessage: () => reply('550 5.7.60 SMTP; Client does not have permissions to send as this sender'),
    },
    /does not let builds@example\.com send: .*permissions to send as/,
  ],
  [
    'the login may not send as the sender (code 5.2.252)',
    { refuseMessage: () => reply('554 5.2.252 SendAsDenied; not allowed to send as') },
    /does not let builds@example\.com send/,
  ],
  [
    'the submission quota is used up',
    { refuse: () => reply('550 5.2.2 Submission quota exceeded') },
    /accepts no more messages for now.*Submission quota/,
  ],
  [
    'the server rejects everything as spam',
    { refuseMessage: () => reply('554 5.7.1 Message rejected as spam by content scanner') },
    /refused a message: .*rejected as spam/,
  ],
  [
    'the server sends no enhanced status code',
    { refuse: () => reply('550 Administrative prohibition') },
    /refused a message: .*Administrative prohibition/,
  ],
  ['the password is wrong', { password: () => 'another' }, /did not accept the sign-in/],
  [
    'a sign-in is required',
    { refuseSender: () => reply('530 5.7.57 Client not authenticated to send mail') },
    /did not accept the sign-in/,
  ],
  [
    'the server is closing',
    { refuseConnection: () => reply('421 4.3.2 Service not available') },
    /accepts no messages at the moment: .*Service not available/,
  ],
];

test.each(blocking)('the queue waits while %s and resumes afterwards', async (_what, broken, reason) => {
  let isBroken = true;
  const only = <Refusal>(refuse: ((address: string) => Refusal) | undefined) =>
    refuse && ((address = '') => (isBroken ? refuse(address) : null));
  const server = await startMailServer({
    ...(broken.refuse ? { refuse: only(broken.refuse) } : {}),
    ...(broken.refuseSender ? { refuseSender: only(broken.refuseSender) } : {}),
    ...(broken.refuseMessage ? { refuseMessage: only(broken.refuseMessage) } : {}),
    ...(broken.refuseConnection ? { refuseConnection: only(broken.refuseConnection) } : {}),
    password: () => (isBroken ? (broken.password?.() ?? mailLogin.password) : mailLogin.password),
  } as MailServerOptions);
  const { clock, send, messages, states } = await withMail(server);
  await send({ emails: recipients });
  await expect
    .poll(async () => (await messages()).every(({ failure }) => failure !== null), longTimeout)
    .toBe(true);
  for (const { failure } of await messages()) expect(inEnglish(failure)).toMatch(reason);
  const attemptCount = async () => (await messages()).reduce((sum, { attempts }) => sum + attempts, 0);
  await pass(clock, 15_000, 500);
  expect(inEnglish(await attemptCount())).toBeLessThanOrEqual(4);
  expect(inEnglish(server.attempts.connections)).toBeLessThanOrEqual(4);
  expect(inEnglish(server.loginNames.length)).toBeLessThanOrEqual(4);
  await pass(clock, 24 * 60 * minute, 5 * minute);
  expect(inEnglish(await states())).toEqual(new Set(['waiting']));
  expect(inEnglish(await attemptCount())).toBeLessThanOrEqual(60);
  isBroken = false;
  const statesAfterRepair = async () => {
    await pass(clock, 5 * minute, minute);
    return states();
  };
  await expect.poll(statesAfterRepair, longTimeout).toEqual(new Set(['mailed']));
  expect(inEnglish(new Set(server.received.flatMap(({ to }) => to)).size)).toBe(recipients.length);
});

test('an unreachable server or an untrusted certificate blocks the queue', async () => {
  const folder = await temporaryFolder();
  const certificate = await certificateIn(folder, 'DNS:other.example');
  const server = await startMailServer({ tls: 'always', certificate });
  const untrusted = await withMail(server, { secure: true });
  const dead = await startMailServer();
  await dead.close();
  const unanswered = await withMail(dead);
  for (const { send, messages, clock, reason } of [
    { ...untrusted, reason: /is not trusted/ },
    { ...unanswered, reason: /nothing answers there/ },
  ]) {
    await send({ emails: recipients });
    await expect
      .poll(async () => (await messages()).some(({ attempts }) => attempts > 0), longTimeout)
      .toBe(true);
    await pass(clock, 15_000, 500);
    const all = await messages();
    expect(inEnglish(all.reduce((sum, { attempts }) => sum + attempts, 0))).toBeLessThanOrEqual(5);
    expect(inEnglish(new Set(all.map(({ state }) => state)))).toEqual(new Set(['waiting']));
    for (const { failure } of all) expect(inEnglish(failure)).toMatch(reason);
  }
  expect(inEnglish(server.attempts.recipients)).toBe(0);
});

test.each([
  '550 5.1.1 No such user here',
  '550 5.1.2 Bad destination system address',
  '501 5.1.3 Bad recipient address syntax',
  '551 5.1.6 Mailbox has moved',
  '550 5.1.10 Recipient not found',
  '550 5.2.1 The email account is disabled',
  '550 No such user here',
  '550 Requested action not taken: mailbox unavailable',
])('%s fails one recipient without delaying other recipients', async (line) => {
  const server = await startMailServer({ refuse: (to) => (to === recipients[0] ? reply(line) : null) });
  const { host, path, send, messages } = await withMail(server);
  await send({ emails: recipients });
  await host.service.idle();
  const failed = (await messages()).filter(({ state }) => state !== 'mailed');
  expect(inEnglish(failed)).toMatchObject([
    { to: recipients[0], state: 'refused', attempts: 1, failure: expect.stringContaining(line.slice(4)) },
  ]);
  expect(inEnglish(server.received)).toHaveLength(recipients.length - 1);
  const { profileMembers } = await host.json<TestVersion>('GET', path);
  expect(inEnglish(profileMembers.filter(({ shareMemberStatus }) => shareMemberStatus !== 1))).toMatchObject([
    {
      shareMemberStatus: 0,
      mailState: 'refused',
      mailFailure: expect.stringContaining(line.slice(4)),
      member: { email: recipients[0] },
    },
  ]);
});

test('a non-ASCII local part fails only if the server lacks SMTPUTF8', async () => {
  const emails = ['jürgen@bücher.example', 'ann@bücher.example', 'ben@example.com'];
  for (const utf8Addresses of [undefined, false] as const) {
    const server = await startMailServer(utf8Addresses === undefined ? {} : { utf8Addresses });
    const { host, send, messages } = await withMail(server);
    await send({ emails });
    await host.service.idle();
    const taken = utf8Addresses === undefined ? emails : emails.slice(1);
    expect(new Set(server.received.flatMap(({ to }) => to))).toEqual(new Set(taken));
    for (const { to, state, failure } of await messages()) {
      expect(state, to).toBe(taken.includes(to) ? 'mailed' : 'refused');
      if (state === 'refused') expect(inEnglish(failure)).toMatch(/before the @ \(SMTPUTF8\)/);
    }
  }
});

test('a wrong password does not fail messages to non-ASCII addresses', async () => {
  const server = await startMailServer({ utf8Addresses: false, password: () => 'another' });
  const { send, messages, clock, states } = await withMail(server);
  await send({ emails: recipients.map((address) => `ü${address}`) });
  await expect
    .poll(async () => (await messages()).some(({ attempts }) => attempts > 0), longTimeout)
    .toBe(true);
  await pass(clock, 15_000, 500);
  expect(await states()).toEqual(new Set(['waiting']));
  expect(server.loginNames.length).toBeLessThanOrEqual(4);
});

test('a temporarily rejected recipient does not delay other recipients', async () => {
  const server = await startMailServer({
    refuse: (to) => (to === recipients[3] ? reply('452 4.2.2 The mailbox is full') : null),
  });
  const { send, messages, clock } = await withMail(server);
  await send({ emails: recipients });
  await expect.poll(() => server.received.length, longTimeout).toBe(recipients.length - 1);
  await pass(clock, 15_000, 500);
  expect((await messages()).filter(({ state }) => state === 'waiting')).toMatchObject([
    { to: recipients[3] },
  ]);
});

test.each([
  '550 5.7.1 Not wanted',
  '554 5.7.1 Relay access denied',
  '552 5.2.2 The mailbox is full',
  '452 4.2.2 The mailbox is full',
  '451 4.7.1 Greylisted, try again later',
])('repeated %s for one recipient does not delay new mail to others', async (line) => {
  const server = await startMailServer({ refuse: (to) => (to === recipients[0] ? reply(line) : null) });
  const { send, messages, clock } = await withMail(server);
  await send({ emails: recipients.slice(0, 1) });
  await expect.poll(async () => (await messages())[0]?.attempts, longTimeout).toBe(1);
  await pass(clock, 6 * 60 * minute, 5 * minute);
  await send({ emails: recipients.slice(1) });
  await expect.poll(() => server.received.length, longTimeout).toBe(recipients.length - 1);
  await expect
    .poll(async () => (await messages()).filter(({ state }) => state !== 'mailed'), longTimeout)
    .toMatchObject([
      { to: recipients[0], state: 'waiting', failure: expect.objectContaining({ code: expect.any(String) }) },
    ]);
});

test('a server that defers every recipient is not contacted for each one', async () => {
  const server = await startMailServer({ refuse: () => reply('451 4.7.1 Try again later') });
  const { send, messages, clock, states } = await withMail(server);
  await send({ emails: recipients });
  await expect
    .poll(async () => (await messages()).some(({ attempts }) => attempts > 0), longTimeout)
    .toBe(true);
  await pass(clock, 15_000, 500);
  expect(server.attempts.recipients).toBeLessThanOrEqual(10);
  expect(await states()).toEqual(new Set(['waiting']));
});

test('an ambiguous rejection of a recipient delays others only briefly', async () => {
  const server = await startMailServer({
    refuse: (to) => (to === recipients[0] ? reply('550 5.7.1 Not wanted') : null),
  });
  const { send, messages, clock } = await withMail(server);
  await send({ emails: recipients });
  await expect
    .poll(async () => (await messages()).some(({ attempts }) => attempts > 0), longTimeout)
    .toBe(true);
  await pass(clock, 5 * minute, 10_000);
  await expect.poll(() => inEnglish(server.received.length), longTimeout).toBe(recipients.length - 1);
  expect(inEnglish((await messages()).filter(({ state }) => state !== 'mailed'))).toMatchObject([
    { to: recipients[0], state: 'waiting', failure: expect.stringContaining('Not wanted') },
  ]);
  await pass(clock, 20 * 24 * 60 * minute, 60 * minute);
  expect(inEnglish((await messages()).filter(({ state }) => state === 'refused'))).toMatchObject([
    { to: recipients[0] },
  ]);
});

test('a manual retry sends a blocked message immediately', async () => {
  let isBroken = true;
  const server = await startMailServer({
    refuseSender: () => (isBroken ? reply('550 5.7.1 Sender not allowed') : null),
  });
  const { host, send, messages } = await withMail(server);
  await send({ emails: recipients });
  await expect
    .poll(async () => (await messages()).some(({ attempts }) => attempts > 0), longTimeout)
    .toBe(true);
  isBroken = false;
  const wanted = (await messages()).find(({ to }) => to === recipients[7]);
  await host.service.outbox.retry(wanted?.id ?? '');
  await host.service.idle();
  expect(server.received[0]?.to).toEqual([recipients[7]]);
  expect(server.received).toHaveLength(recipients.length);
});
