/** Recipients decline mail with the link or the header of a message. */
import { expect, test } from 'vitest';
import type { TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import { withActiveVersion } from './active-version.ts';
import { readMail } from './mail-reader.ts';
import { sampleApk } from './service-host.ts';

const publicUrl = 'https://builds.example.org';
const ann = 'ann@example.com';

async function withMessage(options: Parameters<typeof withActiveVersion>[0] = { publicUrl }) {
  const active = await withActiveVersion(options);
  const { host, send } = active;
  await send({ emails: [ann] });
  await host.service.idle();
  const [message] = await host.service.outbox.list();
  const mail = readMail(await host.service.outbox.read(message?.id ?? ''));
  const link = /<(.+)>/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  const url = link.replace(publicUrl, host.service.localUrl);
  const post = (body: URLSearchParams | FormData | string) =>
    fetch(url, { method: 'POST', body, headers: browsing(userAgents.safari) });
  const mailStateOf = async (path = active.path) => {
    const sent = await host.call('POST', `${path}/send`, { body: { emails: [ann] } });
    await host.service.idle();
    const { profileMembers } = (await sent.json()) as TestVersion;
    return [profileMembers[0]?.mailState, profileMembers[0]?.mailFailure];
  };
  return { ...active, mail, link, url, post, mailStateOf };
}

const withheld = ['not-mailed', 'The recipient receives no mail about this app'];
const queued = ['waiting', undefined];

test('a message has the RFC 8058 header and the same link in text and HTML', async () => {
  const { mail, link } = await withMessage();
  expect(link).toMatch(/^https:\/\/builds\.example\.org\/install\/[\w-]+\/unsubscribe$/);
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail.text).toContain(`Unsubscribe: ${link}`);
  expect(mail.html).toContain(`href="${link}"`);
});

test('a message with an http link has no header for one-click unsubscribe', async () => {
  const { mail, link } = await withMessage({});
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/install\/[\w-]+\/unsubscribe$/);
  expect(mail.headers.get('list-unsubscribe-post') ?? null).toBeNull();
});

test('GET changes nothing; a one-click POST declines mail about the app', async () => {
  const oneClick = { 'List-Unsubscribe': 'One-Click' };
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams(oneClick), form]) {
    const { url, post, mailStateOf, host } = await withMessage();
    for (const method of ['GET', 'HEAD']) {
      const page = await fetch(url, { method, headers: browsing(userAgents.safari) });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    }
    expect(await mailStateOf()).toEqual(queued);
    const posted = await post(body);
    expect([posted.status, await posted.text()]).toEqual([
      200,
      expect.stringContaining('no longer receives messages about'),
    ]);
    expect(await mailStateOf()).toEqual(withheld);
    const messages = await host.service.outbox.list();
    expect(messages[0]).toMatchObject({ to: ann, state: 'not-mailed', path: null });
    expect(await host.service.outbox.show(messages[0]?.id ?? '')).toMatchObject({ content: null });
    expect(
      (await fetch((messages[0]?.installLink ?? '').replace(publicUrl, host.service.localUrl))).status,
    ).toBe(200);
  }
});

test('a recipient declines mail about one app or all, and receives it again', async () => {
  const { host, post, url, mailStateOf } = await withMessage();
  const made = await host.add<TestApplication>(
    '/api/v3/testingdist/profiles',
    await sampleApk({ id: 'com.example.maps' }),
    { name: 'a' },
  );
  const maps = `/api/v3/testingdist/profiles/items/${made.profiles[0]?.id}`;
  await host.call('POST', `${maps}/activate`);
  await post(new URLSearchParams({ mail: 'decline' }));
  expect([await mailStateOf(), await mailStateOf(maps)]).toEqual([withheld, queued]);
  await post(new URLSearchParams({ mail: 'decline-all' }));
  expect([await mailStateOf(), await mailStateOf(maps)]).toEqual([withheld, withheld]);
  const page = await fetch(url, { headers: browsing(userAgents.safari) });
  expect(await page.text()).toContain('no longer receives messages from this service');
  await post(new URLSearchParams({ mail: 'receive' }));
  expect([await mailStateOf(), await mailStateOf(maps)]).toEqual([queued, queued]);
});

test('the link of a message works after the version is deleted', async () => {
  const { host, path, url, post } = await withMessage();
  await host.call('DELETE', path);
  expect((await fetch(url)).status).toBe(200);
  expect(await (await post(new URLSearchParams())).text()).toContain('no longer receives messages about');
});

test('a message that still waits is withheld from a recipient who declines', async () => {
  const { host, send, post } = await withMessage();
  await send({ emails: [ann, 'ben@example.com'], delaySeconds: 30 });
  await post(new URLSearchParams({ mail: 'decline' }));
  const waiting = (await host.service.outbox.list()).filter(({ state }) => state === 'waiting');
  expect(waiting.map(({ to }) => to)).toEqual(['ben@example.com']);
});

test('the page works for an inactive version, and only with a personal link', async () => {
  const { host, path, url, post, mailStateOf } = await withMessage();
  await host.call('DELETE', `${path}/activate`);
  expect((await post(new URLSearchParams({ mail: 'decline' }))).status).toBe(200);
  await host.call('POST', `${path}/activate`);
  expect(await mailStateOf()).toEqual(withheld);
  const { id } = await host.json<TestVersion>('GET', path);
  const shared = ((await host.service.installLink(id)) ?? '').replace(publicUrl, host.service.localUrl);
  for (const link of [`${shared}/unsubscribe`, url.replace(/install\/[\w-]+/, 'install/unknown')]) {
    expect((await fetch(link)).status).toBe(404);
    expect((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status).toBe(404);
  }
});

test('the state of a version is that of the recipients who want mail', async () => {
  const { host, post } = await withMessage();
  await post(new URLSearchParams({ mail: 'decline-all' }));
  const bytes = await sampleApk({ id: 'com.example.maps' });
  const made = await host.add<TestApplication>('/api/v3/testingdist/profiles', bytes, { name: 'a' });
  const id = made.profiles[0]?.id ?? 0;
  const path = `/api/v3/testingdist/profiles/items/${id}`;
  await host.call('POST', `${path}/activate`);
  await host.call('POST', `${path}/send`, { body: { emails: [ann] } });
  expect(await host.service.mailState(id)).toBe('not-mailed');
  await host.call('POST', `${path}/send`, { body: { emails: ['ben@example.com'], delaySeconds: 30 } });
  expect(await host.service.mailState(id)).toBe('waiting');
});

test('oversized and unsupported requests are refused and change nothing', async () => {
  const { url, post, mailStateOf } = await withMessage();
  expect((await post(new URLSearchParams({ a: 'x'.repeat(5_000) }))).status).toBe(413);
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await fetch(url, json)).status).toBe(415);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  expect(await mailStateOf()).toEqual(queued);
});

test('a silent send gives access to many recipients without messages', async () => {
  const { host, path, send } = await withActiveVersion();
  const emails = Array.from({ length: 120 }, (_, at) => `person-${at}@example.com`);
  const sent = await send({ emails, silent: true });
  expect(sent.status).toBe(200);
  const { profileMembers, lastSendDateTimeUtc } = (await sent.json()) as TestVersion;
  expect(lastSendDateTimeUtc).not.toBeNull();
  expect(profileMembers).toHaveLength(120);
  expect(profileMembers[0]).toMatchObject({
    shareMemberStatus: 0,
    mailState: 'not-mailed',
    mailFailure: 'Access was given without mail',
  });
  await host.service.idle();
  expect(await host.service.outbox.list()).toHaveLength(120);
  expect((await host.json<TestVersion>('GET', path)).profileMembers).toHaveLength(120);
});
