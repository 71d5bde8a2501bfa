import type { UploadTarget } from '../storage/upload-storage.ts';

const root = '/api/v3/uploads';

/** Path prefix of an upload, without its id. */
export const uploadPath = `${root}/items`;

/** Path of the entries of a build that can be the base of a recipe. */
export const basePath = `${root}/base`;

/** Paths that create uploads. `:id` is the application or profile that receives the build. */
export const creationPaths = {
  testApplication: `${root}/testingdist`,
  testVersion: `${root}/testingdist/:id`,
  storeProfile: `${root}/appstore`,
  storeItem: `${root}/appstore/:id`,
} as const satisfies Readonly<Record<UploadTarget, string>>;

/** Returns the path for new records, or for records of the application or profile `targetId`. */
export function creationPath(area: 'testingdist' | 'appstore', targetId?: number): string {
  return targetId === undefined ? `${root}/${area}` : `${root}/${area}/${targetId}`;
}
