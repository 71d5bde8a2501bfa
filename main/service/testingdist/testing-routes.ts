import type { FastifyInstance } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { AnswerMode } from '../http/accept.ts';
import type { UploadedBuild } from '../http/receive-build.ts';
import { takesBuild, withUploadedBuild } from '../http/receive-build.ts';
import { answer, answerText, created, idOf, jsonOf, modeOf, refuseOtherMethods } from '../http/requests.ts';
import type { UploadGate } from '../http/upload-gate.ts';
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

/** Every endpoint under `/api/v3/testingdist`. The caller has already asked for the token. */
export function addTestingRoutes(server: FastifyInstance, parts: ServiceParts, gate: UploadGate): void {
  addApplicationRoutes(server, parts, gate);
  addVersionRoutes(server, parts, gate);
}

function addApplicationRoutes(server: FastifyInstance, parts: ServiceParts, gate: UploadGate): void {
  const { testing } = parts.storage;
  server.get(testingPath, async (request, reply) => {
    const mode = modeOf(request);
    return answerText(
      reply,
      mode,
      await applicationsText(await testing.applications(), styleOf(parts, mode)),
    );
  });
  server.post(testingPath, takesBuild, async (request, reply) => {
    const mode = modeOf(request);
    const made = await gate(() =>
      withUploadedBuild(request, parts, (upload) =>
        testing.addApplication(upload.name, newVersion(upload, parts)),
      ),
    );
    parts.log.info('New application', { id: made.id, name: made.name });
    const place = created(reply, `${parts.address()}${testingPath}/${made.id}`);
    return answerText(place, mode, await applicationText(made, styleOf(parts, mode)));
  });
  server.get(`${testingPath}/:id`, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const found = await testing.application(id);
    if (!found) throw serviceErrors.noApplication({ id });
    return answerText(reply, mode, await applicationText(found, styleOf(parts, mode)));
  });
  server.delete(`${testingPath}/:id`, async (request, reply) => {
    const id = idOf(request);
    if (!(await testing.removeApplication(id))) throw serviceErrors.noApplication({ id });
    return reply.code(204).send();
  });
  refuseOtherMethods(server, testingPath, ['GET', 'POST']);
  refuseOtherMethods(server, `${testingPath}/:id`, ['GET', 'DELETE']);
}

function addVersionRoutes(server: FastifyInstance, parts: ServiceParts, gate: UploadGate): void {
  const { testing } = parts.storage;
  const item = `${testingPath}/items/:id`;
  server.post(`${testingPath}/:id/items`, takesBuild, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    if (!(await testing.hasApplication(id))) throw serviceErrors.noApplication({ id });
    const made = await gate(() =>
      withUploadedBuild(request, parts, (upload) => testing.addVersion(id, newVersion(upload, parts))),
    );
    if (!made) throw serviceErrors.noApplication({ id });
    parts.log.info('New version', { id: made.id, application: made.applicationName });
    const place = created(reply, `${parts.address()}${testingPath}/items/${made.id}`);
    return answer(place, mode, toTestVersion(made, parts.address(), false), (plain) =>
      linkVersion(plain, parts.address()),
    );
  });
  server.get(item, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const version = found(await testing.version(id), id);
    return answerText(reply, mode, await versionText(version, true, styleOf(parts, mode)));
  });
  server.delete(item, async (request, reply) => {
    const id = idOf(request);
    if (!(await testing.removeVersion(id))) throw serviceErrors.noVersion({ id });
    return reply.code(204).send();
  });
  server.get(`${item}/icon`, async (request, reply) => {
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
  for (const [method, isActive] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    server.route({
      method,
      url: activate,
      handler: async (request, reply) => {
        const mode = modeOf(request);
        const id = idOf(request);
        const version = found(await testing.setActive(id, isActive, parts.clock.now()), id);
        return answerText(reply, mode, await versionText(version, true, styleOf(parts, mode)));
      },
    });
  }
  server.post(send, { config: { takes: ['application/json'] } }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const version = found(await testing.versionFacts(id), id);
    const recipients = readRecipients(jsonOf(request));
    const sent = found(await sendVersion(parts, version, recipients), id);
    return answerText(reply, mode, await versionText(sent, false, styleOf(parts, mode)));
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
