import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import type { Root } from '../api/wire.ts';
import { withoutTrailingSlash } from '../base/trim-end.ts';
import { messageOf } from '../messages/message.ts';
import { translatorFor } from '../messages/translator.ts';
import { addStoreRoutes } from './appstore/store-routes.ts';
import { storeUploads } from './appstore/store-uploads.ts';
import { storePath } from './appstore/store-wire.ts';
import { addDescription, describeRoutes } from './description/document.ts';
import { bothModes } from './description/operation.ts';
import { serviceErrors } from './errors.ts';
import { recordRequests, recordResponse } from './http/access-log.ts';
import { addBodyParsers } from './http/body-parsers.ts';
import { connectionOptions } from './http/connections.ts';
import { collectionLinks, rootPath } from './http/links.ts';
import { problemOf, sendProblem, setProblemHandler } from './http/problem.ts';
import { modeOf, rejectOtherMethods, sendResource } from './http/requests.ts';
import { addBodyTimeout } from './http/upload/body-timeout.ts';
import { createUploadSlots } from './http/upload/upload-slots.ts';
import { requireBearer } from './identity/bearer.ts';
import { addTokenEndpoint } from './identity/token-endpoint.ts';
import { addInstallRoutes } from './install/install-routes.ts';
import { messagePage, pageSecurity } from './install/layout.ts';
import { addResumableRoutes, addUploadOptions } from './resumable/resumable-routes.ts';
import type { ServiceContext } from './service-context.ts';
import { addPeopleRoute } from './testingdist/people-routes.ts';
import { addTestingRoutes } from './testingdist/testing-routes.ts';
import { testingPath } from './testingdist/testing-schema.ts';
import { testingUploads } from './testingdist/testing-uploads.ts';

export function createServer(parts: ServiceContext): FastifyInstance {
  const { limits } = parts;
  const server = fastify({
    ...connectionOptions(parts),
    logger: false,
    bodyLimit: limits.maxBodyBytes,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => withoutPublicPath(url, parts.address()),
    // The API reference has an empty segment in some paths. Parameters of any length reach the routes, which
    // reject invalid values with problem details.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: limits.maxHeaderBytes },
    frameworkErrors: (error, request, reply) => {
      // Fastify runs no hooks for these errors, so the request is recorded here.
      recordResponse(request, reply, parts);
      void sendProblem(reply.header('x-request-id', request.id), problemOf(error, request));
    },
  });
  // Fastify would answer 404, not 405, for methods it does not support.
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method, { hasBody: true });
  }
  addBodyParsers(server);
  addBodyTimeout(server, limits);
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    if (mayUseHsts(parts)) void reply.header('strict-transport-security', 'max-age=31536000');
  });
  recordRequests(server, parts);
  server.addHook('onRequest', async (request) => {
    checkHost(request.raw);
    checkCoding(request.headers['content-encoding']);
  });
  setProblemHandler(server, parts.log);
  describeRoutes(server);
  for (const add of [
    addTokenEndpoint,
    addFrontPage,
    addDescription,
    addInstallRoutes,
    addUploadOptions,
    addDistribution,
  ]) {
    server.register((area, _options, done) => {
      add(area, parts);
      done();
    });
  }
  return server;
}

/**
 * Returns false for http, and if HSTS would lock out devices that do not trust the service's authority.
 * Also returns false for an address with a port, because HSTS applies to all ports of a host.
 */
function mayUseHsts({ address, encryption }: ServiceContext): boolean {
  const url = URL.parse(address());
  return url?.protocol === 'https:' && url.port === '' && !encryption?.authority;
}

function addDistribution(server: FastifyInstance, parts: ServiceContext): void {
  const gate = createUploadSlots(parts);
  requireBearer(server, parts);
  server.get(
    rootPath,
    {
      schema: {
        operationId: 'getRoot',
        summary: 'Get the links of the top-level operations of both areas',
        response: bothModes(200, 'Root', 'Root', 'The links. Identical in both modes.'),
      },
    },
    async (request, reply) => {
      const root: Root = {
        appStore: collectionLinks(parts.address(), storePath, 'appstore'),
        testingDist: collectionLinks(parts.address(), testingPath, 'testingdist'),
      };
      return sendResource(reply, modeOf(request), root, (plain) => plain);
    },
  );
  rejectOtherMethods(server, rootPath, ['GET']);
  const [inStore, inTesting] = [storeUploads(parts), testingUploads(parts)];
  addStoreRoutes(server, { ...parts, gate, uploads: inStore });
  addTestingRoutes(server, { ...parts, gate, uploads: inTesting });
  addResumableRoutes(server, { ...parts, operations: { ...inStore, ...inTesting } }, gate);
  addPeopleRoute(server, parts);
}

function addFrontPage(server: FastifyInstance): void {
  server.get('/', async (request, reply) => {
    const translator = translatorFor(request.headers['accept-language']);
    return reply
      .headers(pageSecurity)
      .type('text/html; charset=utf-8')
      .send(messagePage(translator, 'front'));
  });
}

/** Strips the path of the public address, which some reverse proxies forward. */
function withoutPublicPath(url: string, publicAddress: string): string {
  const base = withoutTrailingSlash(URL.parse(publicAddress)?.pathname ?? '');
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (/^[/?]/.test(rest)) return rest.startsWith('/') ? rest : `/${rest}`;
  return rest === '' ? '/' : url;
}

/** Throws `service/mediaType` for a body with a content coding, such as gzip. */
function checkCoding(coding: string | undefined): void {
  if (coding === undefined || /^(identity)?$/i.test(coding.trim())) return;
  const given = `with Content-Encoding: ${coding.slice(0, 100)}`;
  throw serviceErrors.mediaType({ given, wanted: 'the body without a content coding' });
}

/** Host, possibly empty, with an optional port (RFC 3986 section 3.2). */
const host = /^(?:\[[0-9a-f:.v]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;

/**
 * Throws `service/badHost` if the Host header is invalid, repeated or, except in HTTP/1.0, missing (RFC 9112,
 * section 3.2).
 */
function checkHost({ headersDistinct, httpVersion }: IncomingMessage): void {
  const hosts = headersDistinct['host'] ?? [];
  const [named] = hosts;
  if (named === undefined ? httpVersion === '1.0' : hosts.length === 1 && host.test(named)) return;
  throw serviceErrors.badHost({
    hosts: hosts.map((text) => messageOf('text/quoted', { text })),
    count: hosts.length,
  });
}
