import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { deleted, listResource, okResponse, resource, uploadRequest } from '../description/operation.ts';
import { schemaReference } from '../description/schemas.ts';
import { serviceErrors } from '../errors.ts';
import type { ResponseMode } from '../http/accept.ts';
import { isUnchanged, listEtag, sendUnchanged, withEtag } from '../http/entity-tag.ts';
import { authorisedBy, quotaUse, requesterOf } from '../http/requester.ts';
import { idOf, jsonOf, modeOf, rejectOtherMethods, sendJson } from '../http/requests.ts';
import { isRestricted, visibleApplication, visibleVersion } from '../http/token-scope.ts';
import { formReceiver } from '../http/upload/receive-build.ts';
import type { UploadSlots } from '../http/upload/upload-slots.ts';
import { iconOf } from '../install/icon.ts';
import type { ServiceContext } from '../service-context.ts';
import type { VersionDetails } from '../storage/records.ts';
import { applicationJson, applicationsJson, versionJson } from './application-json.ts';
import { readSendRequest } from './recipients.ts';
import { sendVersion } from './send.ts';
import { testingPath } from './testing-schema.ts';
import { responseOptions, type TestingUploads } from './testing-uploads.ts';

const operations = {
  listApplications: {
    operationId: 'listTestApplications',
    summary: 'List the applications',
    description:
      'Sorted by id. The versions of an application are sorted newest first, and `lastProfile` repeats the newest one.',
    response: listResource('TestApplications', 'All applications.'),
  },
  createApplication: {
    operationId: 'createTestApplication',
    summary: 'Upload a build as a new application',
    description:
      'Always creates a new application, even if the build already exists. The version is inactive.',
    ...uploadRequest('TestUpload'),
    response: resource(201, 'TestApplication', 'The application with its only version.'),
  },
  getApplication: {
    operationId: 'getTestApplication',
    summary: 'Get an application with its versions',
    idOf: 'application',
    response: listResource('TestApplication', 'The application.'),
  },
  deleteApplication: {
    operationId: 'deleteTestApplication',
    summary: 'Delete an application',
    description: 'Also deletes its versions, their install links and their files.',
    idOf: 'application',
    response: deleted('The application was deleted.'),
  },
  createVersion: {
    operationId: 'createTestVersion',
    summary: 'Upload a build as a new version of an application',
    description:
      'The version is inactive. An application contains one package per platform: a build with another package id than the other versions for its platform is refused with 409 `service/otherPackage`.',
    idOf: 'application',
    ...uploadRequest('TestUpload', 'existing'),
    response: resource(201, 'TestVersion', 'The version.'),
  },
  getVersion: {
    operationId: 'getTestVersion',
    summary: 'Get a version',
    idOf: 'version',
    response: resource(200, 'TestVersion', 'The version, with `fileName` set.'),
  },
  deleteVersion: {
    operationId: 'deleteTestVersion',
    summary: 'Delete a version',
    description: 'Also deletes its install links, its file and the queued messages about it.',
    idOf: 'version',
    response: deleted('The version was deleted.'),
  },
  getVersionIcon: {
    operationId: 'getTestVersionIcon',
    summary: 'Get the icon of a version',
    idOf: 'version',
    response: okResponse(
      'The icon of the build, or a PNG image generated from its package id.',
      ['image/png', 'image/webp', 'image/jpeg'],
      { type: 'string', format: 'binary' },
    ),
  },
  sendVersion: {
    operationId: 'sendTestVersion',
    summary: 'Send a version to teams, members and addresses',
    description:
      'Each recipient gets one message with a personal install link, even if listed more than once. ' +
      'If one recipient is not valid, no message is sent. Omitted lists are empty.',
    idOf: 'version',
    body: schemaReference('SendRequest'),
    consumes: ['application/json'],
    response: resource(200, 'TestVersion', 'The updated version.'),
    problems: ['inactive', 'badAddress', 'unknownPeople', 'noRecipients', 'dailyMessages'],
  },
  activateVersion: {
    operationId: 'activateTestVersion',
    summary: 'Activate a version',
    description: 'Allows the version to be sent and downloaded. No effect if the version is already active.',
    idOf: 'version',
    response: resource(200, 'TestVersion', 'The active version, with `fileName` set.'),
  },
  deactivateVersion: {
    operationId: 'deactivateTestVersion',
    summary: 'Deactivate a version',
    description: 'Disables its install links until the version is activated again.',
    idOf: 'version',
    response: resource(200, 'TestVersion', 'The inactive version, with `fileName` set.'),
  },
} as const satisfies Readonly<Record<string, FastifySchema>>;

type Context = ServiceContext & { readonly gate: UploadSlots; readonly uploads: TestingUploads };

/** Adds every endpoint under `/api/v3/testingdist`. The caller must already require the bearer token. */
export function addTestingRoutes(server: FastifyInstance, parts: Context): void {
  addApplicationRoutes(server, parts);
  addVersionRoutes(server, parts);
}

function addApplicationRoutes(server: FastifyInstance, { gate, uploads, ...parts }: Context): void {
  const { testing } = parts.storage;
  const etagOf = async (request: FastifyRequest, mode: ResponseMode): Promise<string> =>
    listEtag(request, mode, { listTag: await testing.listTag(), address: parts.address() });
  server.get(testingPath, { schema: operations.listApplications }, async (request, reply) => {
    const mode = modeOf(request);
    const etag = await etagOf(request, mode);
    if (isUnchanged(request, etag)) return sendUnchanged(reply, etag);
    const visible = (await testing.applications()).flatMap(
      (application) => visibleApplication(request, application) ?? [],
    );
    return sendJson(withEtag(reply, etag), mode, applicationsJson(visible, responseOptions(parts, mode)));
  });
  server.post(testingPath, { schema: operations.createApplication }, (request, reply) =>
    uploads.testApplication.create(request, reply, 0, formReceiver(request, { ...parts, gate })),
  );
  server.get(`${testingPath}/:id`, { schema: operations.getApplication }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const etag = await etagOf(request, mode);
    if (isUnchanged(request, etag)) return sendUnchanged(reply, etag);
    const found = visibleApplication(request, await testing.application(id));
    if (!found) throw serviceErrors.noApplication({ id });
    return sendJson(withEtag(reply, etag), mode, applicationJson(found, responseOptions(parts, mode)));
  });
  server.delete(`${testingPath}/:id`, { schema: operations.deleteApplication }, async (request, reply) => {
    const id = idOf(request);
    if (!(await authorisedBy(request, parts).testing.removeApplication(id)))
      throw serviceErrors.noApplication({ id });
    parts.log.info('Application deleted', { id, by: requesterOf(request)?.by });
    return reply.code(204).send();
  });
  rejectOtherMethods(server, testingPath, ['GET', 'POST']);
  rejectOtherMethods(server, `${testingPath}/:id`, ['GET', 'DELETE']);
}

function addVersionRoutes(server: FastifyInstance, { gate, uploads, ...parts }: Context): void {
  const { testing } = parts.storage;
  const item = `${testingPath}/items/:id`;
  server.post(`${testingPath}/:id/items`, { schema: operations.createVersion }, (request, reply) =>
    uploads.testVersion.create(request, reply, idOf(request), formReceiver(request, { ...parts, gate })),
  );
  server.get(item, { schema: operations.getVersion }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const version = requireVersion(visibleVersion(request, await testing.version(id)), id);
    return sendJson(reply, mode, versionJson(version, true, responseOptions(parts, mode)));
  });
  server.delete(item, { schema: operations.deleteVersion }, async (request, reply) => {
    const id = idOf(request);
    if (!(await authorisedBy(request, parts).testing.removeVersion(id)))
      throw serviceErrors.noVersion({ id });
    parts.log.info('Version deleted', { id, by: requesterOf(request)?.by });
    return reply.code(204).send();
  });
  server.get(`${item}/icon`, { schema: operations.getVersionIcon }, async (request, reply) => {
    const id = idOf(request);
    const version = requireVersion(await testing.versionFacts(id), id);
    const { type, bytes } = await iconOf(parts.storage, version);
    return reply.type(type).send(bytes);
  });
  rejectOtherMethods(server, `${testingPath}/:id/items`, ['POST']);
  rejectOtherMethods(server, item, ['GET', 'DELETE']);
  rejectOtherMethods(server, `${item}/icon`, ['GET']);
  addStateRoutes(server, parts);
}

function addStateRoutes(server: FastifyInstance, parts: ServiceContext): void {
  const { testing } = parts.storage;
  const activate = `${testingPath}/items/:id/activate`;
  const send = `${testingPath}/items/:id/send`;
  const setActive = (isActive: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    if (isRestricted(request)) requireVersion(visibleVersion(request, await testing.versionFacts(id)), id);
    const changed = await authorisedBy(request, parts).testing.setActive(id, isActive, parts.clock.now());
    const version = requireVersion(visibleVersion(request, changed), id);
    parts.log.info(isActive ? 'Version activated' : 'Version deactivated', {
      id,
      by: requesterOf(request)?.by,
    });
    return sendJson(reply, mode, versionJson(version, true, responseOptions(parts, mode)));
  };
  server.post(activate, { schema: operations.activateVersion }, setActive(true));
  server.delete(activate, { schema: operations.deactivateVersion }, setActive(false));
  server.post(send, { schema: operations.sendVersion }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const version = requireVersion(visibleVersion(request, await testing.versionFacts(id)), id);
    const send = readSendRequest(jsonOf(request));
    const changedBy = (messages: number) => {
      const use = quotaUse(request, parts, { messages });
      return { requester: use.requester, testing: authorisedBy(request, parts, use).testing };
    };
    const sent = requireVersion(await sendVersion(parts, changedBy, version, send), id);
    parts.log.info('Version sent', { id, by: requesterOf(request)?.by });
    return sendJson(reply, mode, versionJson(sent, false, responseOptions(parts, mode)));
  });
  rejectOtherMethods(server, activate, ['POST', 'DELETE']);
  rejectOtherMethods(server, send, ['POST']);
}

function requireVersion<Version extends VersionDetails>(version: Version | null, id: number): Version {
  if (!version) throw serviceErrors.noVersion({ id });
  return version;
}
