import { z } from 'zod';
import { type Calls, expectedBody, isInconclusive, type ReadOptions } from '../calls.ts';
import type { Links } from '../links.ts';
import {
  activateVersion,
  createItemOperation,
  createOperation,
  deactivateVersion,
  deleteItem,
  deleteProfile,
  listOperation,
  listPeople,
  type Operation,
  readOperation,
  sendVersion,
} from '../operations.ts';
import { isForeignResponse, readAfterChange } from '../response-origin.ts';
import type { FileToUpload } from '../upload/upload-body.ts';
import type {
  ExpectedUpload,
  FileUploads,
  InterruptedUpload,
  Uploaded,
  UploadSearch,
} from '../upload/upload-file.ts';
import type { UploadOptions } from '../upload/upload-options.ts';
import {
  type ListedPeople,
  type ListedTestApplication,
  listedTestApplication,
  people,
  type SendRequest,
  sendRequest,
  type TestApplication,
  type TestVersion,
  testApplication,
  testVersion,
} from '../wire.ts';
import { hashOfOnly, versionHash } from './reported-hash.ts';

/** Testingdist calls: applications with their versions. Each call throws the coded errors of `api`. */
export type TestingdistApi = {
  list(signal?: AbortSignal, options?: ReadOptions): Promise<readonly ListedTestApplication[]>;
  get(applicationId: number, signal?: AbortSignal, options?: ReadOptions): Promise<TestApplication>;
  create(file: FileToUpload, options?: UploadOptions): Promise<Uploaded<TestApplication>>;
  /** Requests the state of an interrupted `create`. */
  findCreated(upload: InterruptedUpload, signal?: AbortSignal): Promise<UploadSearch<TestApplication>>;
  remove(applicationId: number, signal?: AbortSignal): Promise<void>;
  getVersion(versionId: number, signal?: AbortSignal): Promise<TestVersion>;
  createVersion(
    applicationId: number,
    file: FileToUpload,
    options?: UploadOptions,
  ): Promise<Uploaded<TestVersion>>;
  /** Requests the state of an interrupted `createVersion`. */
  findCreatedVersion(upload: InterruptedUpload, signal?: AbortSignal): Promise<UploadSearch<TestVersion>>;
  removeVersion(versionId: number, signal?: AbortSignal): Promise<void>;
  activate(versionId: number, signal?: AbortSignal): Promise<TestVersion>;
  deactivate(versionId: number, signal?: AbortSignal): Promise<TestVersion>;
  /** Returns teams and members. Only the built-in service has this endpoint. */
  people(signal?: AbortSignal): Promise<ListedPeople>;
  send(versionId: number, request: SendRequest, signal?: AbortSignal): Promise<void>;
};

const expectedList = expectedBody(z.array(listedTestApplication), 'testApplication', 'applications');
/** Response to the upload that creates an application; some services omit the version. */
const createdApplication = expectedBody(testApplication, 'testApplication', 'application');
const expectedApplication = expectedBody(testApplication, 'testApplication', 'application', 'profiles');
const expectedPeople = expectedBody(people, 'testApplication', 'people');
const expectedVersion = expectedBody(testVersion, 'testVersion', 'version');
const uploadedVersion: ExpectedUpload<typeof testVersion> = {
  field: 'file',
  expected: expectedVersion,
  reportedHash: versionHash,
};

export function createTestingdist(calls: Calls, links: Links, uploads: FileUploads): TestingdistApi {
  const get: TestingdistApi['get'] = (id, signal, options) =>
    calls.get(readOperation('testApplication', id), expectedApplication, signal, options);
  const getVersion = (id: number, signal?: AbortSignal): Promise<TestVersion> =>
    calls.get(readOperation('testVersion', id), expectedVersion, signal);
  /**
   * Returns the changed version, read again if the response lacks it. If something other than the service
   * responded, throws the error of that response unless the version is in the requested state.
   */
  const change = async (
    operation: Operation,
    id: number,
    active: boolean,
    signal?: AbortSignal,
  ): Promise<TestVersion> => {
    let foreignError: unknown = null;
    try {
      const changed = calls.read(await calls.send(operation, { signal }), expectedVersion);
      if (changed?.id === id) return changed;
    } catch (error) {
      if (!isInconclusive(error)) throw error;
      if (isForeignResponse(error)) foreignError = error;
    }
    const version = await readAfterChange(foreignError, () => getVersion(id, signal));
    if (foreignError !== null && version.isActive !== active) throw foreignError;
    return version;
  };
  const uploadedApplication: ExpectedUpload<typeof testApplication> = {
    field: 'file',
    expected: createdApplication,
    reportedHash: ({ profiles }) => hashOfOnly(profiles, versionHash),
    complete: async (created, signal) => {
      const whole = created.profiles.length > 0 ? created : await get(created.id, signal);
      return whole.profiles.length > 0 ? whole : null;
    },
  };
  const remove = async (operation: Operation, signal?: AbortSignal): Promise<void> => {
    await calls.send(operation, { signal });
    links.remove(operation.owner);
  };
  return {
    list: (signal, options) => calls.get(listOperation('testingdist'), expectedList, signal, options),
    get,
    create: (file, options) =>
      uploads.send(createOperation('testingdist'), file, uploadedApplication, options),
    findCreated: (upload, signal) => uploads.find(upload, uploadedApplication, signal),
    remove: (id, signal) => remove(deleteProfile('testingdist', id), signal),
    getVersion,
    createVersion: (applicationId, file, options) =>
      uploads.send(createItemOperation('testingdist', applicationId), file, uploadedVersion, options),
    findCreatedVersion: (upload, signal) => uploads.find(upload, uploadedVersion, signal),
    removeVersion: (id, signal) => remove(deleteItem('testingdist', id), signal),
    activate: (id, signal) => change(activateVersion(id), id, true, signal),
    deactivate: (id, signal) => change(deactivateVersion(id), id, false, signal),
    people: (signal) => calls.get(listPeople, expectedPeople, signal),
    send: async (id, request, signal) => {
      const body = JSON.stringify(sendRequest.parse(request));
      const headers = { 'content-type': 'application/json' };
      try {
        await calls.send(sendVersion(id), { signal, payload: () => ({ headers, body }) });
      } catch (error) {
        if (isForeignResponse(error)) await readAfterChange(error, () => getVersion(id, signal));
        throw error;
      }
    },
  };
}
