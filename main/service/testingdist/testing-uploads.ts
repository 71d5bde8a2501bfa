import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { ResponseMode } from '../http/accept.ts';
import { requesterOf } from '../http/requester.ts';
import { modeOf, sendJson, sendResource, setCreated } from '../http/requests.ts';
import { isRestricted, visibleApplication, visibleVersion } from '../http/token-scope.ts';
import { recordedBy, type UploadedBuild } from '../http/upload/receive-build.ts';
import { randomLink } from '../identity/secrets.ts';
import type { UploadOperation, UploadOperations } from '../resumable/upload-operation.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ApplicationWithVersions, VersionRecord } from '../storage/records.ts';
import type { NewVersion } from '../storage/storage.ts';
import { applicationJson } from './application-json.ts';
import { linkVersion } from './testing-links.ts';
import { testingPath, toTestVersion } from './testing-schema.ts';

export type TestingUploads = UploadOperations<'testApplication' | 'testVersion'>;

export function testingUploads(parts: ServiceContext): TestingUploads {
  return { testApplication: applicationUpload(parts), testVersion: versionUpload(parts) };
}

export function responseOptions(parts: ServiceContext, mode: ResponseMode) {
  return { address: parts.address(), linked: mode.links };
}

function applicationUpload(parts: ServiceContext): UploadOperation {
  const send = (reply: FastifyReply, mode: ResponseMode, application: ApplicationWithVersions) =>
    sendJson(reply, mode, applicationJson(application, responseOptions(parts, mode)));
  return {
    checkTarget: async () => undefined,
    create: async (request, reply, _targetId, receive) => {
      const mode = modeOf(request);
      const application = await receive((upload) =>
        recordedBy(request, parts, upload).testing.addApplication(upload.name, newVersion(upload, parts)),
      );
      parts.log.info('New application', {
        id: application.id,
        name: application.name,
        by: requesterOf(request)?.by,
      });
      const created = setCreated(reply, `${parts.address()}${testingPath}/${application.id}`);
      return send(created, mode, application);
    },
    show: async (request, reply, id) => {
      const found = visibleApplication(request, await parts.storage.testing.application(id));
      if (!found) throw serviceErrors.noApplication({ id });
      return send(reply, modeOf(request), found);
    },
  };
}

function versionUpload(parts: ServiceContext): UploadOperation {
  const { testing } = parts.storage;
  const checkTarget = async (request: FastifyRequest, id: number): Promise<void> => {
    const isVisible = isRestricted(request)
      ? visibleApplication(request, await testing.application(id)) !== null
      : await testing.hasApplication(id);
    if (!isVisible) throw serviceErrors.noApplication({ id });
  };
  const send = (reply: FastifyReply, mode: ResponseMode, version: VersionRecord) =>
    sendResource(reply, mode, toTestVersion(version, parts.address(), false), (plain) =>
      linkVersion(plain, parts.address()),
    );
  return {
    checkTarget,
    create: async (request, reply, id, receive) => {
      const mode = modeOf(request);
      await checkTarget(request, id);
      const version = await receive((upload) =>
        recordedBy(request, parts, upload).testing.addVersion(id, newVersion(upload, parts)),
      );
      if (!version) throw serviceErrors.noApplication({ id });
      parts.log.info('New version', {
        id: version.id,
        application: version.applicationName,
        by: requesterOf(request)?.by,
      });
      const created = setCreated(reply, `${parts.address()}${testingPath}/items/${version.id}`);
      return send(created, mode, version);
    },
    show: async (request, reply, id) => {
      const found = visibleVersion(request, await testing.version(id));
      if (!found) throw serviceErrors.noVersion({ id });
      return send(reply, modeOf(request), found);
    },
  };
}

function newVersion(upload: UploadedBuild, parts: ServiceContext): NewVersion {
  return {
    build: upload.build,
    linkToken: randomLink(),
    releaseNote: upload.releaseNote,
    at: parts.clock.now(),
  };
}
