/** Recipients register their Apple devices on their install pages. */
import { expect, test } from 'vitest';
import type { TestApplication } from '../../../main/api/wire.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { adHocProfile } from '../../fakes/profiles.ts';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import {
  deviceProfileOf,
  newPhone,
  postResponse,
  registerDevice,
  respondAsDevice,
} from './register-device.ts';
import { sampleApk, sampleIpa, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';
const publicUrl = 'https://builds.example.com';
const udid = newPhone.UDID;
const listing = (...devices: readonly string[]) =>
  sampleIpa({ profile: { ...adHocProfile, ProvisionedDevices: [...devices] } });

async function withLink(
  file: Uint8Array<ArrayBuffer>,
  options: Parameters<typeof startHost>[0] = { publicUrl },
) {
  const host = await startHost(options);
  const { localUrl } = host.service;
  const local = (link: string) => link.replace(publicUrl, localUrl);
  const send = async (build: Uint8Array<ArrayBuffer>, email: string) => {
    const made = await host.add<TestApplication>(base, build, { name: 'a' });
    const path = `${base}/items/${made.profiles[0]?.id}`;
    await host.call('POST', `${path}/activate`);
    await host.call('POST', `${path}/send`, { body: { emails: [email] } });
    await host.service.idle();
    const messages = await host.service.outbox.list();
    const personal = local(messages.find(({ to }) => to === email)?.installLink ?? '');
    return { personal, shared: local((await host.service.installLink(made.profiles[0]?.id ?? 0)) ?? '') };
  };
  const links = await send(file, 'ann@example.com');
  const page = async (link = links.personal, agent: string = userAgents.safari) =>
    (await fetch(link, { headers: browsing(agent) })).text();
  return { host, links, send, local, page };
}

test('an iPhone registers its identifier from a personal link', async () => {
  const { host, links, local, page } = await withLink(await listing('a'.repeat(40)));
  const html = await page();
  expect(html).toContain('Register this device');
  expect(html).toContain('sends its identifier, model and system version to builds.example.com');
  expect(html).toMatch(/href="https:\/\/builds\.example\.com\/install\/[^"]+\/device\.mobileconfig"/);
  const { response, text, challenge } = await deviceProfileOf(links.personal);
  expect(response.headers.get('content-type')).toBe('application/x-apple-aspen-config');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(text).toContain('<string>UDID</string><string>PRODUCT</string><string>VERSION</string>');
  expect(text).toContain('<key>PayloadType</key><string>Profile Service</string>');
  const url = links.personal.replace(host.service.localUrl, publicUrl);
  expect(text).toContain(`<key>URL</key><string>${url}/device</string>`);
  const answer = await respondAsDevice(links.personal, challenge);
  expect(answer.status).toBe(301);
  const next = answer.headers.get('location') ?? '';
  expect(next).toMatch(/^https:\/\/builds\.example\.com\/install\/.+\/device\/sent$/);
  expect(await page(local(next))).toContain('Device identifier sent');
  expect(await host.service.devices.list()).toMatchObject([
    { email: 'ann@example.com', udid, product: 'iPhone15,2', systemVersion: '23A341' },
  ]);
  expect(host.lines.join('\n')).not.toMatch(/00008101|000A1B2C/i);
});

test('the page shows whether the build includes the registered devices', async () => {
  const { links, send, page } = await withLink(await listing('a'.repeat(40)));
  expect(await page()).not.toContain('Already sent');
  await registerDevice(links.personal);
  expect(await page()).toContain('Already sent: iPhone15,2. It is not registered for this build');
  const later = await send(await listing(udid.toLowerCase(), 'b'.repeat(40)), 'ann@example.com');
  expect(later.personal).not.toBe(links.personal);
  expect(await page(later.personal)).toContain('Already sent: iPhone15,2. It is registered for this build.');
});

test('a message names the registered devices of its recipient', async () => {
  const sent = await withLink(await listing('a'.repeat(40)));
  await registerDevice(sent.links.personal);
  const listed = await listing(udid.toLowerCase());
  expect(await textOfMail(sent, listed, 'ann@example.com')).toContain(
    'Your registered device (iPhone15,2) is in the profile of this build.',
  );
  expect(await textOfMail(sent, await listing('b'.repeat(40)), 'ann@example.com')).toContain(
    'Your registered device (iPhone15,2) is not in the profile of this build, so it cannot install it.',
  );
  expect(await textOfMail(sent, listed, 'ben@example.com')).not.toContain('registered device');
  expect(await textOfMail(sent, await sampleApk(), 'ann@example.com')).not.toContain('registered device');
});

test('a message warns if devices may refuse the build', async () => {
  const sent = await withLink(await sampleApk());
  expect(await textOfMail(sent, await sampleApk(), 'ann@example.com')).not.toMatch(/refuse|No device/);
  expect(await textOfMail(sent, await sampleApk({ targetSdk: 22 }), 'ann@example.com')).toContain(
    'Some devices may refuse this build. Built for API level 22: Android 14 and later refuse it.',
  );
  expect(await textOfMail(sent, await sampleApk({ id: 'shop' }), 'ann@example.com')).toContain(
    'No device can install this build. Ask the person who sent it for another one.',
  );
});

/** Sends a build and returns the text of the message with its link. */
async function textOfMail(
  { host, send }: Pick<Awaited<ReturnType<typeof withLink>>, 'host' | 'send'>,
  build: Uint8Array<ArrayBuffer>,
  email: string,
): Promise<string> {
  const { personal } = await send(build, email);
  const link = personal.replace(host.service.localUrl, publicUrl);
  const message = (await host.service.outbox.list()).find(({ installLink }) => installLink === link);
  return (await host.service.outbox.show(message?.id ?? '')).content?.text ?? '';
}

test('device registration requires iOS, a personal link and an ad hoc ipa', async () => {
  const { links, page, send } = await withLink(await listing('a'.repeat(40)));
  expect(await page(links.shared)).not.toContain('Register this device');
  expect(await page(links.personal, userAgents.androidChrome)).not.toContain('Register this device');
  expect(await page(links.personal, userAgents.facebook)).not.toContain('Register this device');
  expect(await page(links.personal, userAgents.iPadAsMac)).toContain('Register this device');
  const enterprise = await sampleIpa({ profile: { Name: 'x', ProvisionsAllDevices: true } });
  for (const build of [enterprise, await sampleApk()]) {
    const { personal } = await send(build, `${build.length}@example.com`);
    expect(await page(personal)).not.toContain('Register this device');
    expect((await fetch(`${personal}/device.mobileconfig`)).status).toBe(404);
  }
  for (const path of ['device.mobileconfig', 'device/sent'])
    expect((await fetch(`${links.shared}/${path}`)).status).toBe(404);
});

test('a page over http offers no device registration', async () => {
  const { links, page } = await withLink(await listing('a'.repeat(40)), {});
  expect(await page()).toContain('Ask the sender for an https link');
  expect(await page()).not.toContain('Register this device');
  expect((await fetch(`${links.personal}/device.mobileconfig`)).status).toBe(404);
});

test('a challenge is valid once, for one hour and for its own recipient', async () => {
  const clock = createFakeClock();
  const { host, links, send } = await withLink(await listing('a'.repeat(40)), { publicUrl, clock });
  const ben = await send(await listing('b'.repeat(40)), 'ben@example.com');
  const first = await deviceProfileOf(links.personal);
  expect((await respondAsDevice(ben.personal, first.challenge)).status).toBe(422);
  expect((await respondAsDevice(links.shared, first.challenge)).status).toBe(404);
  expect((await respondAsDevice(links.personal, first.challenge)).status).toBe(301);
  expect((await respondAsDevice(links.personal, first.challenge)).status).toBe(422);
  const late = await deviceProfileOf(links.personal);
  await clock.advance(60 * 60_000);
  expect((await respondAsDevice(links.personal, late.challenge)).status).toBe(422);
  expect(await host.service.devices.list()).toHaveLength(1);
});

test('device registration rejects bad responses and limits wrong challenges', async () => {
  const { host, links } = await withLink(await listing('a'.repeat(40)));
  const { challenge } = await deviceProfileOf(links.personal);
  const respond = (given: string, changes = {}) => respondAsDevice(links.personal, given, changes);
  const refused = await respond(challenge, { UDID: 'no' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: 'service/badDevice' });
  expect((await postResponse(links.personal, Buffer.alloc(65_537, 1))).status).toBe(413);
  expect((await postResponse(links.personal, Buffer.from('{}'), 'application/json')).status).toBe(415);
  expect((await fetch(`${links.personal}/device`)).status).toBe(405);
  for (let count = 0; count < 3; count += 1) await respond('guess');
  const delayed = await respond(challenge);
  expect(delayed.status).toBe(429);
  expect(Number(delayed.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await host.service.devices.list()).toEqual([]);
});

test('the device export has the format that Apple imports', async () => {
  const { host, links, send } = await withLink(await listing('a'.repeat(40)));
  const ben = await send(await listing('b'.repeat(40)), 'ben@example.com');
  await registerDevice(links.personal);
  await registerDevice(ben.personal, { UDID: 'c'.repeat(40), PRODUCT: 'MacBookPro17,1' });
  await registerDevice(ben.personal);
  const { devices, text } = await host.service.devices.exportFile();
  expect(devices).toHaveLength(3);
  expect(text).toBe(
    [
      'Device ID\tDevice Name\tDevice Platform',
      `${udid}\tann@example.com iPhone15,2\tios`,
      `${'c'.repeat(40)}\tben@example.com MacBookPro17,1\tmac`,
      '',
    ].join('\n'),
  );
});
