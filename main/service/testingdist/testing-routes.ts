import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { deleted, okResponse, resource, uploadRequest } from '../description/operation.ts';
import { schemaReference } from '../description/schemas.ts';
import { serviceErrors } from '../errors.ts';
import type { ResponseMode } from '../http/accept.ts';
import { authorisedBy, quotaUse, requesterOf } from '../http/requester.ts';
import {
  idOf,
  jsonOf,
  modeOf,
  rejectOtherMethods,
  sendJson,
  sendResource,
  setCreated,
} from '../http/requests.ts';
import { isRestricted, visibleApplication, visibleVersion } from '../http/token-scope.ts';
import type { UploadedBuild } from '../http/upload/receive-build.ts';
import { uploadQuotaUse, withUploadedBuild } from '../http/upload/receive-build.ts';
import type { UploadSlots } from '../http/upload/upload-slots.ts';
import { randomLink } from '../identity/secrets.ts';
import { iconOf } from '../install/icon.ts';
import type { ServiceContext } from '../service-context.ts';
import type { VersionDetails } from '../storage/records.ts';
import type { NewVersion } from '../storage/storage.ts';
import { applicationJson, applicationsJson, versionJson } from './application-json.ts';
import { readRecipients } from './recipients.ts';
import { sendVersion } from './send.ts';
import { linkVersion } from './testing-links.ts';
import { testingPath, toTestVersion } from './testing-schema.ts';

/** Operations of the OpenAPI document. */
const operations = {
  listApplications: {
    operationId: 'listTestApplications',
    summary: 'List the applications',
    description: 'By id, each with its versions, newest first, and the newest again as `lastProfile`.',
    response: resource(200, 'TestApplications', 'All applications.'),
  },
  createApplication: {
    operationId: 'createTestApplication',
    summary: 'Upload a build as a new application',
    description:
      'Always makes a new application, also of a build that is there already. The version starts inactive.',
    ...uploadRequest('TestUpload'),
    response: resource(201, 'TestApplication', 'The application with its one version.'),
  },
  getApplication: {
    operationId: 'getTestApplication',
    summary: 'Get an application with its versions',
    idOf: 'application',
    response: resource(200, 'TestApplication', 'The application.'),
  },
  deleteApplication: {
    operationId: 'deleteTestApplication',
    summary: 'Delete an application',
    description: 'Its versions, their install links and their files go with it.',
    idOf: 'application',
    response: deleted('The application is gone.'),
  },
  createVersion: {
    operationId: 'createTestVersion',
    summary: 'Upload a build as a new version of an application',
    description: 'The version starts inactive.',
    idOf: 'application',
    ...uploadRequest('TestUpload'),
    response: resource(201, 'TestVersion', 'The version.'),
  },
  getVersion: {
    operationId: 'getTestVersion',
    summary: 'Get a version',
    idOf: 'version',
    response: resource(200, 'TestVersion', 'The version, with its file name.'),
  },
  deleteVersion: {
    operationId: 'deleteTestVersion',
    summary: 'Delete a version',
    description: 'Its install links end, mail about it that still waits is taken back, and its file goes.',
    idOf: 'version',
    response: deleted('The version is gone.'),
  },
  getVersionIcon: {
    operationId: 'getTestVersionIcon',
    summary: 'Get the icon of a version',
    idOf: 'version',
    response: okResponse(
      'The icon the build brought, or a PNG picture made from its identifier.',
      ['image/png', 'image/webp', 'image/jpeg'],
      { type: 'string', format: 'binary' },
    ),
  },
  sendVersion: {
    operationId: 'sendTestVersion',
    summary: 'Send a version to teams, members and addresses',
    description:
      'Each person gets one message with a personal install link, however often named. When one recipient is wrong, ' +
      'nobody is mailed. A list that is left out is empty.',
    idOf: 'version',
    body: schemaReference('SendRequest'),
    consumes: ['application/json'],
    response: resource(200, 'TestVersion', 'The version as it is afterwards.'),
    problems: ['inactive', 'badAddress', 'unknownPeople', 'nobody', 'dailyMessages'],
  },
  activateVersion: {
    operationId: 'activateTestVersion',
    summary: 'Activate a version',
    description: 'From then on it can be sent and downloaded. Changes nothing when it is active already.',
    idOf: 'version',
    response: resource(200, 'TestVersion', 'The version, active, with its file name.'),
  },
  deactivateVersion: {
    operationId: 'deactivateTestVersion',
    summary: 'Deactivate a version',
    description: 'Its install links stop working until it is activated again.',
    idOf: 'version',
    response: resource(200, 'TestVersion', 'The version, inactive, with its file name.'),
  },
} as const satisfies Readonly<Record<string, FastifySchema>>;

/** Adds every endpoint under `/api/v3/testingdist`. The caller must already require the bearer token. */
export function addTestingRoutes(server: FastifyInstance, parts: ServiceContext, gate: UploadSlots): void {
  addApplicationRoutes(server, parts, gate);
  addVersionRoutes(server, parts, gate);
}

function addApplicationRoutes(server: FastifyInstance, parts: ServiceContext, gate: UploadSlots): void {
  const { testing } = parts.storage;
  server.get(testingPath, { schema: operations.listApplications }, async (request, reply) => {
    const mode = modeOf(request);
    const visible = (await testing.applications()).flatMap(
      (application) => visibleApplication(request, application) ?? [],
    );
    return sendJson(reply, mode, applicationsJson(visible, responseOptions(parts, mode)));
  });
  server.post(testingPath, { schema: operations.createApplication }, async (request, reply) => {
    const mode = modeOf(request);
    const application = await withUploadedBuild(request, { ...parts, gate }, (upload) =>
      authorisedBy(request, parts, uploadQuotaUse(request, parts, upload)).testing.addApplication(
        upload.name,
        newVersion(upload, parts),
      ),
    );
    parts.log.info('New application', {
      id: application.id,
      name: application.name,
      by: requesterOf(request)?.by,
    });
    const location = setCreated(reply, `${parts.address()}${testingPath}/${application.id}`);
    return sendJson(location, mode, applicationJson(application, responseOptions(parts, mode)));
  });
  server.get(`${testingPath}/:id`, { schema: operations.getApplication }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const found = visibleApplication(request, await testing.application(id));
    if (!found) throw serviceErrors.noApplication({ id });
    return sendJson(reply, mode, applicationJson(found, responseOptions(parts, mode)));
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

function addVersionRoutes(server: FastifyInstance, parts: ServiceContext, gate: UploadSlots): void {
  const { testing } = parts.storage;
  const item = `${testingPath}/items/:id`;
  const isVisible = async (id: number, request: FastifyRequest): Promise<boolean> =>
    isRestricted(request)
      ? visibleApplication(request, await testing.application(id)) !== null
      : testing.hasApplication(id);
  server.post(`${testingPath}/:id/items`, { schema: operations.createVersion }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    if (!(await isVisible(id, request))) throw serviceErrors.noApplication({ id });
    const version = await withUploadedBuild(request, { ...parts, gate }, (upload) =>
      authorisedBy(request, parts, uploadQuotaUse(request, parts, upload)).testing.addVersion(
        id,
        newVersion(upload, parts),
      ),
    );
    if (!version) throw serviceErrors.noApplication({ id });
    parts.log.info('New version', {
      id: version.id,
      application: version.applicationName,
      by: requesterOf(request)?.by,
    });
    const location = setCreated(reply, `${parts.address()}${testingPath}/items/${version.id}`);
    return sendResource(location, mode, toTestVersion(version, parts.address(), false), (plain) =>
      linkVersion(plain, parts.address()),
    );
  });
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
    const recipients = readRecipients(jsonOf(request));
    const changedBy = (messages: number) => {
      const use = quotaUse(request, parts, { messages });
      return { requester: use.requester, testing: authorisedBy(request, parts, use).testing };
    };
    const sent = requireVersion(await sendVersion(parts, changedBy, version, recipients), id);
    parts.log.info('Version sent', { id, by: requesterOf(request)?.by });
    return sendJson(reply, mode, versionJson(sent, false, responseOptions(parts, mode)));
  });
  rejectOtherMethods(server, activate, ['POST', 'DELETE']);
  rejectOtherMethods(server, send, ['POST']);
}

function responseOptions(parts: ServiceContext, mode: ResponseMode) {
  return { address: parts.address(), linked: mode.links };
}

function requireVersion<Version extends VersionDetails>(version: Version | null, id: number): Version {
  if (!version) throw serviceErrors.noVersion({ id });
  return version;
}

function newVersion(upload: UploadedBuild, parts: ServiceContext): NewVersion {
  return {
    build: upload.build,
    linkToken: randomLink(),
    releaseNote: upload.releaseNote,
    at: parts.clock.now(),
  };
}
