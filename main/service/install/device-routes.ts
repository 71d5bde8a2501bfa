/** Registers a recipient's Apple device: a profile requests its identifier, and the device sends it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readDeviceResponse } from '../../packages/apple/device-response.ts';
import { deviceKey } from '../../packages/apple/provisioning.ts';
import { listedDevicesOf } from '../../packages/inspect.ts';
import { serviceErrors } from '../errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { acceptedTypes } from '../http/problem.ts';
import { rejectOtherMethods } from '../http/requests.ts';
import { hashToken, randomSecret } from '../identity/secrets.ts';
import { createSignInLimiter } from '../identity/sign-in-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import type { LinkTarget } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { storedBuild } from '../stored-build.ts';
import { deviceLink, deviceProfileLink } from './addresses.ts';
import { deviceProfile } from './device-profile.ts';
import type { DeviceRegistration } from './device-section.ts';
import { messagePage, pageSecurity } from './layout.ts';
import { checkEnabled, findTarget, tokenOf, translatorOfVisitor } from './link-target.ts';
import { isForRegistered } from './obstacles.ts';
import type { PageContext } from './visitor/page-context.ts';

/** Maximum time between the download of the profile and its installation. */
const challengeMs = 60 * 60_000;

/** A response that contains the device's certificates has about 5 KiB. */
const maxResponseBytes = 64 * 1024;

const responseTypes = ['application/pkcs7-signature', 'application/x-pkcs7-signature'];

export function addDeviceRoutes(server: FastifyInstance, pagePath: string, parts: ServiceContext): void {
  const { storage, clock, address, proxyHops } = parts;
  const limiter = createSignInLimiter(storage.identity, clock, 'device');
  server.addContentTypeParser(
    responseTypes,
    { parseAs: 'buffer', bodyLimit: maxResponseBytes },
    (_request, body, done) => done(null, body),
  );
  server.get(`${pagePath}/device.mobileconfig`, { exposeHeadRoute: false }, async (request, reply) => {
    const memberId = await registeringMember(request, parts);
    const challenge = randomSecret();
    const now = clock.now();
    const challengeHash = hashToken(challenge);
    await storage.devices.addChallenge({ challengeHash, memberId, expiresAt: now + challengeMs }, now);
    const url = deviceLink(address(), tokenOf(request));
    return reply
      .headers(pageSecurity)
      .type('application/x-apple-aspen-config')
      .send(deviceProfile(url, challenge, translatorOfVisitor(request)));
  });
  const options = { schema: { consumes: responseTypes }, bodyLimit: maxResponseBytes };
  server.post(`${pagePath}/device`, options, async (request, reply) => {
    const memberId = await registeringMember(request, parts);
    const [name, client] = [String(memberId), clientAddress(request.raw, proxyHops)];
    const waitMs = await limiter.admit(name, client);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      void reply.header('retry-after', seconds);
      throw serviceErrors.rateLimited({ seconds });
    }
    const response = readDeviceResponse(responseOf(request));
    if (!response) throw serviceErrors.badDevice({});
    const { challenge, ...device } = response;
    const by = { challengeHash: hashToken(challenge), memberId };
    if (!(await storage.devices.register(by, device, clock.now()))) throw serviceErrors.badDevice({});
    await limiter.succeeded(name, client);
    parts.log.info('Device registered', { member: memberId, product: device.product });
    // Devices open the target in the browser only after a permanent redirect.
    return reply.headers(pageSecurity).redirect(`${deviceLink(address(), tokenOf(request))}/sent`, 301);
  });
  server.get(`${pagePath}/device/sent`, async (request, reply) => {
    await registeringMember(request, parts);
    return reply
      .headers(pageSecurity)
      .type('text/html; charset=utf-8')
      .send(messagePage(translatorOfVisitor(request), 'deviceSent'));
  });
  rejectOtherMethods(server, `${pagePath}/device.mobileconfig`, ['GET']);
  rejectOtherMethods(server, `${pagePath}/device`, ['POST']);
  rejectOtherMethods(server, `${pagePath}/device/sent`, ['GET']);
}

/** Returns the raw body. Throws `service/mediaType` for bodies that the API parsers read. */
function responseOf(request: FastifyRequest): Buffer {
  if (request.body instanceof Buffer) return request.body;
  const given = request.headers['content-type'] ?? '';
  throw serviceErrors.mediaType({ given, wanted: acceptedTypes(request) });
}

/** Returns the recipient id of a personal link. Throws `service/noLink` for any other link. */
async function registeringMember(request: FastifyRequest, parts: ServiceContext): Promise<number> {
  const target = await findTarget(request, parts);
  checkEnabled(target);
  if (target.kind !== 'version' || !target.share || !canRegister(target, parts.address()))
    throw serviceErrors.noLink({});
  return target.share.member.id;
}

/** Devices install configuration profiles from https addresses only. */
function canRegister({ version }: LinkTarget & { kind: 'version' }, address: string): boolean {
  return version.kind === 'ipa' && isForRegistered(version.installFacts) && address.startsWith('https:');
}

/** Returns the content of the section that registers a device; null if the page has none. */
export async function registrationOf(
  target: LinkTarget & { kind: 'version' },
  token: string,
  { address, visitor }: PageContext,
  storage: Pick<Storage, 'devices' | 'blobs'>,
): Promise<DeviceRegistration | null> {
  const isApple = visitor.device === 'apple' || visitor.device === 'mac';
  if (!target.share || !isApple || visitor.inApp || !canRegister(target, address)) return null;
  const devices = await storage.devices.ofMember(target.share.member.id);
  const listed = devices.length > 0 ? await listedDevicesOf(storedBuild(storage, target.version)) : null;
  return {
    link: deviceProfileLink(address, token),
    devices: devices.map(({ udid, product }) => ({
      product,
      isListed: listed?.has(deviceKey(udid)) ?? null,
    })),
  };
}
