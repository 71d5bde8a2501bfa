import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { displayVersion } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import { logUnexpected, problemOf, sendProblem } from '../http/problem.ts';
import { refuseOtherMethods } from '../http/requests.ts';
import { sameHash } from '../identity/secrets.ts';
import type { ServiceParts } from '../parts.ts';
import type { BuildRecord, LinkTarget, StoreProfileRecord } from '../storage/records.ts';
import { fileLink, iconLink, installPath } from './addresses.ts';
import { sendBuild } from './download.ts';
import { iconOf } from './icon.ts';
import { messagePage, pageSecurity } from './layout.ts';
import { installManifest } from './manifest.ts';
import { itemPage, profilePage, versionPage } from './pages.ts';

/** The pages, manifests and files a link leads to. No bearer token: the link itself is the key. */
export function addInstallRoutes(server: FastifyInstance, parts: ServiceParts): void {
  const one = `${installPath}/:token`;
  server.setErrorHandler(async (error, request, reply) => {
    logUnexpected(error, request, parts.log);
    const problem = problemOf(error);
    void reply.headers(pageSecurity);
    if (!wantsPage(request)) return sendProblem(reply, problem);
    return reply
      .code(problem.status)
      .type('text/html; charset=utf-8')
      .send(messagePage(problem.title, problem.detail ?? ''));
  });
  server.get(one, (request, reply) => showPage(request, reply, parts));
  // A HEAD of its own: the one made from GET would read the whole file.
  const file = (request: FastifyRequest, reply: FastifyReply) => download(request, reply, parts);
  server.get(`${one}/file`, { exposeHeadRoute: false }, file);
  server.head(`${one}/file`, file);
  server.get(`${one}/manifest.plist`, (request, reply) => showManifest(request, reply, parts));
  server.get(`${one}/icon.png`, async (request, reply) => {
    const target = await findTarget(request, parts);
    const build =
      target.kind === 'version' ? target.version : target.kind === 'item' ? target.item : target.profile;
    return reply.headers(pageSecurity).type('image/png').send(iconOf(build));
  });
  for (const url of [one, `${one}/file`, `${one}/manifest.plist`, `${one}/icon.png`]) {
    refuseOtherMethods(server, url, ['GET']);
  }
}

async function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
): Promise<FastifyReply> {
  const target = await findTarget(request, parts);
  checkOpen(target, request, reply);
  const address = parts.address();
  if (target.kind === 'version' && target.share && request.method === 'GET') {
    await parts.storage.links.raiseStatus(target.share.id, 2);
  }
  const html =
    target.kind === 'version'
      ? versionPage(target.version, tokenOf(request), address)
      : target.kind === 'item'
        ? itemPage(target.item, target.profile, address)
        : profilePage(target.profile, address);
  return reply.headers(pageSecurity).type('text/html; charset=utf-8').send(html);
}

async function download(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
): Promise<FastifyReply> {
  const target = await findTarget(request, parts);
  checkOpen(target, request, reply);
  const { links, blobs } = parts.storage;
  void reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  return sendBuild(request, reply, buildOf(target), blobs, async () => {
    if (target.kind === 'item') await links.countClick(target.item.id);
    if (target.kind !== 'version' || !target.share) return;
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
    await links.recordDownload(target.share.id, parts.clock.now(), userAgent);
  });
}

async function showManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
): Promise<FastifyReply> {
  const target = await findTarget(request, parts);
  checkOpen(target, request, reply);
  const build = buildOf(target);
  if (build.kind !== 'ipa') throw serviceErrors.noLink({});
  const token = tokenOf(request);
  const manifest = installManifest({
    fileUrl: fileLink(parts.address(), token),
    iconUrl: iconLink(parts.address(), token),
    bundleId: build.packageId,
    bundleVersion: build.versionName ?? build.build ?? '0',
    title: target.kind === 'version' ? target.version.applicationName : nameOf(target),
  });
  return reply.headers(pageSecurity).type('application/xml; charset=utf-8').send(manifest);
}

async function findTarget(request: FastifyRequest, parts: ServiceParts): Promise<LinkTarget> {
  const target = await parts.storage.links.find(tokenOf(request));
  if (!target) throw serviceErrors.noLink({});
  return target;
}

/** Throws when what the link leads to is switched off or asks for a name and password that were not given. */
function checkOpen(target: LinkTarget, request: FastifyRequest, reply: FastifyReply): void {
  if (target.kind === 'version') {
    const { version } = target;
    if (version.isActive) return;
    throw serviceErrors.inactive({ name: version.applicationName, version: displayVersion(version) });
  }
  checkStaticUser(target.profile, request, reply);
  if (!target.profile.enabled || (target.kind === 'item' && !target.item.enabled)) {
    throw serviceErrors.disabled({ name: nameOf(target) });
  }
}

function checkStaticUser(profile: StoreProfileRecord, request: FastifyRequest, reply: FastifyReply): void {
  if (!profile.staticUser) return;
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const { userName, password } = profile.staticUser;
  if (sameHash(Buffer.from(encoded, 'base64').toString('utf8'), `${userName}:${password}`)) return;
  void reply.header('www-authenticate', 'Basic realm="Install page", charset="UTF-8"');
  throw serviceErrors.credentials({});
}

function buildOf(target: LinkTarget): BuildRecord {
  if (target.kind === 'version') return target.version;
  if (target.kind === 'item') return target.item;
  throw serviceErrors.noLink({});
}

function nameOf(target: Exclude<LinkTarget, { kind: 'version' }>): string {
  return target.kind === 'item' ? target.item.name : target.profile.name;
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { readonly token?: string }).token ?? '';
}

/** People open pages; programs fetch files and manifests. */
function wantsPage(request: FastifyRequest): boolean {
  return (
    /\btext\/html\b/i.test(request.headers.accept ?? '') ||
    !/\/(file|manifest\.plist|icon\.png)$/.test(request.url)
  );
}
