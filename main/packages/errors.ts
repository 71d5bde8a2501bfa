import { CodedError, errorTable } from '../base/errors.ts';

/** Reasons to reject a file as a build. `file` is its name without folders, and `part` is an entry in it. */
export const packageErrors = errorTable('package', {
  empty: 'choose-file',
  folder: 'choose-file',
  notAFile: 'choose-file',
  notAZip: 'choose-file',
  truncated: 'choose-file',
  damaged: 'choose-file',
  partDamaged: 'choose-file',
  encrypted: 'choose-file',
  compression: 'choose-file',
  tooLarge: 'choose-file',
  duplicate: 'choose-file',
  bundle: 'choose-file',
  splitSet: 'choose-file',
  library: 'choose-file',
  wrapped: 'choose-file',
  otherZip: 'choose-file',
  twoKinds: 'choose-file',
  sourceManifest: 'choose-file',
  noId: 'choose-file',
  noAppBundle: 'choose-file',
  noInfoPlist: 'choose-file',
  severalApps: 'choose-file',
  outsidePayload: 'choose-file',
  macApp: 'choose-file',
});

/** Returns the result of `work`; `fallback` if it throws an error of this table. Rethrows other errors. */
export async function withFallback<Result, Other>(
  work: () => Promise<Result>,
  fallback: Other,
): Promise<Result | Other> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError && error.code.startsWith('package/')) return fallback;
    throw error;
  }
}
