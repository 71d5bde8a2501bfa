import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { displayVersion } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { logUnexpected, problemOf, sendProblem } from '../http/problem.ts';
import { rejectOtherMethods } from '../http/requests.ts';
import { hasUserToken } from '../identity/bearer.ts';
import type { ServiceContext } from '../service-context.ts';
import type { BuildRecord, LinkTarget } from '../storage/records.ts';
import { fileLink, iconLink, installPath, pageLink } from './addresses.ts';
import { addDeviceRoutes, registrationOf } from './device-routes.ts';
import { sendBuild } from './download.ts';
import { createDownloadCounter, type DownloadCounter } from './download-counter.ts';
import { errorPage, isInactive } from './error-page.ts';
import { iconOf } from './icon.ts';
import { type About, pageSecurity } from './layout.ts';
import { checkEnabled, findTarget, nameOf, tokenOf, translatorOfVisitor } from './link-target.ts';
import { installManifest } from './manifest.ts';
import { itemPage, profilePage, versionPage } from './pages.ts';
import { addUnsubscribeRoutes } from './unsubscribe-routes.ts';
import type { PageContext } from './visitor/page-context.ts';
import { createProfileAccess, type ProfileAccess } from './visitor/profile-access.ts';
import { isRobot, isUserRequest } from './visitor/robots.ts';
import { visitorOf } from './visitor/visitor.ts';

type InstallContext = ServiceContext & {
  readonly access: ProfileAccess;
  readonly countDownload: DownloadCounter;
};

type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  context: InstallContext,
) => Promise<FastifyReply>;

/** No bearer token is required: the link is the credential. */
export function addInstallRoutes(server: FastifyInstance, parts: ServiceContext): void {
  const pagePath = `${installPath}/:token`;
  // Some programs append a slash to links.
  const pagePaths = [pagePath, `${pagePath}/`];
  const context: InstallContext = {
    ...parts,
    access: createProfileAccess(parts),
    countDownload: createDownloadCounter(parts.clock),
  };
  server.setErrorHandler(async (error, request, reply) => {
    logUnexpected(error, request, parts.log);
    const problem = problemOf(error, request);
    void reply.headers(pageSecurity);
    if (!expectsPage(request)) return sendProblem(reply, problem);
    const isPage = isInactive(error) && pagePaths.includes(request.routeOptions.url ?? '');
    const about = isPage ? await aboutOf(await findTarget(request, parts), parts) : null;
    return reply
      .code(problem.status)
      .type('text/html; charset=utf-8')
      .send(errorPage(problem, about, translatorOfVisitor(request)));
  });
  for (const url of pagePaths) server.get(url, (request, reply) => showPage(request, reply, context));
  // Fastify's own HEAD route would read the whole file.
  const file = (request: FastifyRequest, reply: FastifyReply) => download(request, reply, context);
  server.get(`${pagePath}/file`, { exposeHeadRoute: false }, file);
  server.head(`${pagePath}/file`, file);
  server.get(`${pagePath}/manifest.plist`, (request, reply) => showManifest(request, reply, context));
  server.get(`${pagePath}/icon.png`, async (request, reply) => {
    const target =
      (await parts.storage.links.findIcon(tokenOf(request))) ?? (await findTarget(request, parts));
    if (!(await hasUserToken(request, parts))) checkEnabled(target);
    const { type, bytes } = await iconOf(parts.storage, iconSubjectOf(target));
    return reply.headers(pageSecurity).type(type).send(bytes);
  });
  addDeviceRoutes(server, pagePath, parts);
  server.register((area, _options, done) => {
    addUnsubscribeRoutes(area, `${pagePath}/unsubscribe`, parts);
    done();
  });
  for (const url of [
    pagePath,
    `${pagePath}/`,
    `${pagePath}/file`,
    `${pagePath}/manifest.plist`,
    `${pagePath}/icon.png`,
  ]) {
    rejectOtherMethods(server, url, ['GET']);
  }
}

/** A profile has the icon of its newest enabled item. */
function iconSubjectOf(target: LinkTarget): { readonly packageId: string; readonly sha256: string | null } {
  if (target.kind === 'version') return target.version;
  if (target.kind === 'item') return target.item;
  const { packageId, items } = target.profile;
  return { packageId, sha256: items.findLast((item) => item.enabled)?.sha256 ?? null };
}

/** Embeds the icon as a data URL, because the icon address of an inactive build responds with an error. */
async function aboutOf(target: LinkTarget, { storage }: ServiceContext): Promise<About> {
  const { type, bytes } = await iconOf(storage, iconSubjectOf(target));
  const icon = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return target.kind === 'version'
    ? { name: target.version.applicationName, version: displayVersion(target.version), icon }
    : { name: nameOf(target), version: null, icon };
}

const showPage: Handler = async (request, reply, context) => {
  const target = await findTarget(request, context);
  await checkAccess(target, 'refused', request, reply, context);
  if (
    target.kind === 'version' &&
    target.share &&
    request.method === 'GET' &&
    isUserRequest(request.headers)
  ) {
    await context.storage.links.raiseStatus(target.share.id, 2);
  }
  return reply
    .headers(pageSecurity)
    .type('text/html; charset=utf-8')
    .send(await pageOf(target, request, context));
};

async function pageOf(
  target: LinkTarget,
  request: FastifyRequest,
  { address, access, clock, storage }: InstallContext,
): Promise<string> {
  const context: PageContext = {
    address: address(),
    pageAddress: pageLink(address(), tokenOf(request)),
    visitor: visitorOf(request.headers['user-agent']),
    isUserRequest: isUserRequest(request.headers),
    now: clock.now(),
    translator: translatorOfVisitor(request),
    pass: (token) => (target.kind === 'version' ? null : access.pass(target.profile, token)),
  };
  if (target.kind === 'version') {
    const token = tokenOf(request);
    const registration = await registrationOf(target, token, context, storage);
    return versionPage(target.version, token, { ...context, registration });
  }
  if (target.kind === 'item') return itemPage(target.item, target.profile, context);
  return profilePage(target.profile, context);
}

const download: Handler = async (request, reply, context) => {
  const target = await findTarget(request, context);
  await checkAccess(target, 'accepted', request, reply, context);
  void reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': pageSecurity['x-robots-tag'],
    // A buffering proxy reads faster than the client, so an aborted download would count as complete.
    'x-accel-buffering': 'no',
  });
  const build = buildOf(target);
  return sendBuild(request, reply, build, context.storage.blobs, (start, end) => {
    if (!countsAsDownload(request, build)) return;
    const who = `${tokenOf(request)} ${downloaderKey(target, request, context)}`;
    if (!context.countDownload(who, build.fileSize, start, end)) return;
    recordDownload(target, request, context).catch((error: unknown) => {
      logUnexpected(error, request, context.log);
    });
  });
};

/** Excludes robots and iOS browsers. On iOS the system, not the browser, downloads the ipa to install it. */
function countsAsDownload({ headers }: FastifyRequest, { kind }: BuildRecord): boolean {
  const agent = headers['user-agent'] ?? '';
  const byBrowser = kind === 'ipa' && /^Mozilla\//.test(agent) && visitorOf(agent).device === 'apple';
  return !byBrowser && !isRobot(headers);
}

/** Identifies a downloader by address and user agent. Empty for a personal link. */
function downloaderKey(target: LinkTarget, request: FastifyRequest, { proxyHops }: InstallContext): string {
  if (target.kind === 'version' && target.share) return '';
  return `${clientAddress(request.raw, proxyHops)} ${request.headers['user-agent'] ?? ''}`;
}

async function recordDownload(
  target: LinkTarget,
  { headers }: FastifyRequest,
  { storage, clock }: InstallContext,
): Promise<void> {
  if (target.kind === 'item') await storage.links.countClick(target.item.id);
  if (target.kind !== 'version' || !target.share) return;
  const userAgent = headers['user-agent']?.slice(0, 300) ?? null;
  await storage.links.recordDownload(target.share.id, clock.now(), userAgent);
}

const showManifest: Handler = async (request, reply, context) => {
  const target = await findTarget(request, context);
  await checkAccess(target, 'accepted', request, reply, context);
  const build = buildOf(target);
  if (build.kind !== 'ipa') throw serviceErrors.noLink({});
  const token = tokenOf(request);
  const address = context.address();
  const pass = target.kind === 'version' ? null : context.access.pass(target.profile, token);
  const manifest = installManifest({
    fileUrl: fileLink(address, token, pass),
    iconUrl: iconLink(address, token),
    bundleId: build.packageId,
    bundleVersion: build.versionName || build.build || '0',
    title: target.kind === 'version' ? target.version.applicationName : nameOf(target),
    partHashes: await context.storage.partHashes.find(build.sha256),
  });
  return reply.headers(pageSecurity).type('text/xml; charset=utf-8').send(manifest);
};

/** Throws `service/inactive`, `disabled`, `credentials`, `rateLimited`. */
async function checkAccess(
  target: LinkTarget,
  passes: 'accepted' | 'refused',
  request: FastifyRequest,
  reply: FastifyReply,
  { access }: InstallContext,
): Promise<void> {
  if (target.kind !== 'version') {
    await access.check(target.profile, { token: tokenOf(request), passes }, request, reply);
  }
  checkEnabled(target);
}

function buildOf(target: LinkTarget): BuildRecord {
  if (target.kind === 'version') return target.version;
  if (target.kind === 'item') return target.item;
  throw serviceErrors.noLink({});
}

/** True if an error is sent as a page: browsers open pages, programs fetch files and manifests. */
function expectsPage(request: FastifyRequest): boolean {
  return (
    /\btext\/html\b/i.test(request.headers.accept ?? '') ||
    !/\/(file|manifest\.plist|icon\.png|device|device\.mobileconfig)$/.test(request.url)
  );
}
