import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { answered, deleted, resource, takesBuild } from '../description/operation.ts';
import { schemaReference } from '../description/schemas.ts';
import { serviceErrors } from '../errors.ts';
import type { AnswerMode } from '../http/accept.ts';
import { authorisedBy, quotaUse, requesterOf } from '../http/requester.ts';
import { answer, answerText, created, idOf, jsonOf, modeOf, refuseOtherMethods } from '../http/requests.ts';
import { isLimited, seenApplication, seenVersion } from '../http/token-scope.ts';
import type { UploadedBuild } from '../http/upload/receive-build.ts';
import { uploadUse, withUploadedBuild } from '../http/upload/receive-build.ts';
import type { UploadGate } from '../http/upload/upload-gate.ts';
import { randomLink } from '../identity/secrets.ts';
import { iconOf } from '../install/icon.ts';
import type { ServiceParts } from '../parts.ts';
import type { VersionFacts } from '../storage/records.ts';
import type { NewVersion } from '../storage/storage.ts';
import { applicationsText, applicationText, versionText } from './application-text.ts';
import { readRecipients } from './recipients.ts';
import { sendVersion } from './send.ts';
import { linkVersion } from './testing-links.ts';
import { testingPath, toTestVersion } from './testing-wire.ts';

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
    ...takesBuild('TestUpload'),
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
    ...takesBuild('TestUpload'),
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
    response: answered(
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
    refusals: ['inactive', 'badAddress', 'unknownPeople', 'nobody', 'dailyMessages'],
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
export function addTestingRoutes(server: FastifyInstance, parts: ServiceParts, gate: UploadGate): void {
  addApplicationRoutes(server, parts, gate);
  addVersionRoutes(server, parts, gate);
}

function addApplicationRoutes(server: FastifyInstance, parts: ServiceParts, gate: UploadGate): void {
  const { testing } = parts.storage;
  server.get(testingPath, { schema: operations.listApplications }, async (request, reply) => {
    const mode = modeOf(request);
    const seen = (await testing.applications()).flatMap((one) => seenApplication(request, one) ?? []);
    return answerText(reply, mode, applicationsText(seen, styleOf(parts, mode)));
  });
  server.post(testingPath, { schema: operations.createApplication }, async (request, reply) => {
    const mode = modeOf(request);
    const made = await withUploadedBuild(request, { ...parts, gate }, (upload) =>
      authorisedBy(request, parts, uploadUse(request, parts, upload)).testing.addApplication(
        upload.name,
        newVersion(upload, parts),
      ),
    );
    parts.log.info('New application', { id: made.id, name: made.name, by: requesterOf(request)?.by });
    const place = created(reply, `${parts.address()}${testingPath}/${made.id}`);
    return answerText(place, mode, applicationText(made, styleOf(parts, mode)));
  });
  server.get(`${testingPath}/:id`, { schema: operations.getApplication }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const found = seenApplication(request, await testing.application(id));
    if (!found) throw serviceErrors.noApplication({ id });
    return answerText(reply, mode, applicationText(found, styleOf(parts, mode)));
  });
  server.delete(`${testingPath}/:id`, { schema: operations.deleteApplication }, async (request, reply) => {
    const id = idOf(request);
    if (!(await authorisedBy(request, parts).testing.removeApplication(id)))
      throw serviceErrors.noApplication({ id });
    parts.log.info('Application deleted', { id, by: requesterOf(request)?.by });
    return reply.code(204).send();
  });
  refuseOtherMethods(server, testingPath, ['GET', 'POST']);
  refuseOtherMethods(server, `${testingPath}/:id`, ['GET', 'DELETE']);
}

function addVersionRoutes(server: FastifyInstance, parts: ServiceParts, gate: UploadGate): void {
  const { testing } = parts.storage;
  const item = `${testingPath}/items/:id`;
  const isThere = async (id: number, request: FastifyRequest): Promise<boolean> =>
    isLimited(request)
      ? seenApplication(request, await testing.application(id)) !== null
      : testing.hasApplication(id);
  server.post(`${testingPath}/:id/items`, { schema: operations.createVersion }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    if (!(await isThere(id, request))) throw serviceErrors.noApplication({ id });
    const made = await withUploadedBuild(request, { ...parts, gate }, (upload) =>
      authorisedBy(request, parts, uploadUse(request, parts, upload)).testing.addVersion(
        id,
        newVersion(upload, parts),
      ),
    );
    if (!made) throw serviceErrors.noApplication({ id });
    parts.log.info('New version', {
      id: made.id,
      application: made.applicationName,
      by: requesterOf(request)?.by,
    });
    const place = created(reply, `${parts.address()}${testingPath}/items/${made.id}`);
    return answer(place, mode, toTestVersion(made, parts.address(), false), (plain) =>
      linkVersion(plain, parts.address()),
    );
  });
  server.get(item, { schema: operations.getVersion }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const version = found(seenVersion(request, await testing.version(id)), id);
    return answerText(reply, mode, versionText(version, true, styleOf(parts, mode)));
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
    const version = found(await testing.versionFacts(id), id);
    const { type, bytes } = await iconOf(parts.storage, version);
    return reply.type(type).send(bytes);
  });
  refuseOtherMethods(server, `${testingPath}/:id/items`, ['POST']);
  refuseOtherMethods(server, item, ['GET', 'DELETE']);
  refuseOtherMethods(server, `${item}/icon`, ['GET']);
  addStateRoutes(server, parts);
}

function addStateRoutes(server: FastifyInstance, parts: ServiceParts): void {
  const { testing } = parts.storage;
  const activate = `${testingPath}/items/:id/activate`;
  const send = `${testingPath}/items/:id/send`;
  const setActive = (isActive: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    if (isLimited(request)) found(seenVersion(request, await testing.versionFacts(id)), id);
    const changed = await authorisedBy(request, parts).testing.setActive(id, isActive, parts.clock.now());
    const version = found(seenVersion(request, changed), id);
    parts.log.info(isActive ? 'Version activated' : 'Version deactivated', {
      id,
      by: requesterOf(request)?.by,
    });
    return answerText(reply, mode, versionText(version, true, styleOf(parts, mode)));
  };
  server.post(activate, { schema: operations.activateVersion }, setActive(true));
  server.delete(activate, { schema: operations.deactivateVersion }, setActive(false));
  server.post(send, { schema: operations.sendVersion }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const version = found(seenVersion(request, await testing.versionFacts(id)), id);
    const recipients = readRecipients(jsonOf(request));
    const changedBy = (messages: number) => {
      const use = quotaUse(request, parts, { messages });
      return { requester: use.requester, testing: authorisedBy(request, parts, use).testing };
    };
    const sent = found(await sendVersion(parts, changedBy, version, recipients), id);
    parts.log.info('Version sent', { id, by: requesterOf(request)?.by });
    return answerText(reply, mode, versionText(sent, false, styleOf(parts, mode)));
  });
  refuseOtherMethods(server, activate, ['POST', 'DELETE']);
  refuseOtherMethods(server, send, ['POST']);
}

function styleOf(parts: ServiceParts, mode: AnswerMode) {
  return { address: parts.address(), linked: mode.links };
}

function found<Version extends VersionFacts>(version: Version | null, id: number): Version {
  if (!version) throw serviceErrors.noVersion({ id });
  return version;
}

function newVersion(upload: UploadedBuild, parts: ServiceParts): NewVersion {
  return {
    build: upload.build,
    linkToken: randomLink(),
    releaseNote: upload.releaseNote,
    at: parts.clock.now(),
  };
}
