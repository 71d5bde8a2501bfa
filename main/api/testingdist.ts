import { type Calls, jsonBody, type Uploaded, type UploadOptions } from './calls.ts';
import type { ResourceKind, Resources } from './resources.ts';
import type { FileToUpload } from './upload-body.ts';
import {
  type ListedTestApplication,
  listedTestApplication,
  type SendBody,
  type TestApplication,
  type TestVersion,
  testApplication,
  testVersion,
} from './wire.ts';

/** The `testingdist` area: applications that hold versions. */
export type Testingdist = {
  list(signal?: AbortSignal): Promise<ListedTestApplication[]>;
  get(id: number, signal?: AbortSignal): Promise<TestApplication>;
  /** A new application with the build as its one version. */
  create(file: FileToUpload, options: UploadOptions): Promise<Uploaded<TestApplication>>;
  remove(id: number, signal?: AbortSignal): Promise<void>;
  getVersion(id: number, signal?: AbortSignal): Promise<TestVersion>;
  createVersion(
    applicationId: number,
    file: FileToUpload,
    options: UploadOptions,
  ): Promise<Uploaded<TestVersion>>;
  removeVersion(id: number, signal?: AbortSignal): Promise<void>;
  activate(id: number, signal?: AbortSignal): Promise<TestVersion>;
  deactivate(id: number, signal?: AbortSignal): Promise<TestVersion>;
  /** Sends an active version by mail. */
  send(id: number, recipients: SendBody, signal?: AbortSignal): Promise<void>;
};

const applicationKind: ResourceKind<typeof testApplication> = {
  schema: testApplication,
  owner: 'application',
  path: (id) => `/testingdist/profiles/${id}`,
};

const versionKind: ResourceKind<typeof testVersion> = {
  schema: testVersion,
  owner: 'version',
  path: (id) => `/testingdist/profiles/items/${id}`,
};

export function createTestingdist(resources: Resources, calls: Calls): Testingdist {
  const { built } = resources;
  const collection = '/testingdist/profiles';
  const setActive = async (id: number, active: boolean, signal?: AbortSignal): Promise<TestVersion> => {
    const usual = built(active ? 'POST' : 'DELETE', `${versionKind.path(id)}/activate`);
    const rel = active ? 'activate_profile_item' : 'deactivate_profile_item';
    const step = await resources.linked(versionKind, id, rel, usual);
    return resources.change(versionKind, id, step, null, signal);
  };
  return {
    list: async (signal) => {
      const step = await resources.top('root-testingdist', 'get_profiles', built('GET', collection));
      return resources.list(listedTestApplication, 'application', step, signal);
    },
    get: (id, signal) => resources.get(applicationKind, id, signal),
    create: async (file, options) => {
      const step = await resources.top('root-testingdist', 'create_profile', built('POST', collection));
      return calls.upload(step, 'file', file, options, resources.reader(applicationKind));
    },
    remove: async (id, signal) => {
      const usual = built('DELETE', applicationKind.path(id));
      await calls.json(await resources.linked(applicationKind, id, 'delete_profile', usual), null, signal);
    },
    getVersion: (id, signal) => resources.get(versionKind, id, signal),
    createVersion: async (applicationId, file, options) => {
      const usual = built('POST', `${applicationKind.path(applicationId)}/items`);
      const step = await resources.linked(applicationKind, applicationId, 'create_profile_item', usual);
      return calls.upload(step, 'file', file, options, resources.reader(versionKind));
    },
    removeVersion: async (id, signal) => {
      const usual = built('DELETE', versionKind.path(id));
      await calls.json(await resources.linked(versionKind, id, 'delete_profile_item', usual), null, signal);
    },
    activate: (id, signal) => setActive(id, true, signal),
    deactivate: (id, signal) => setActive(id, false, signal),
    send: async (id, recipients, signal) => {
      await calls.json(built('POST', `${versionKind.path(id)}/send`), jsonBody(recipients), signal);
    },
  };
}
