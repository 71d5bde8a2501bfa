import { stat } from 'node:fs/promises';
import { CodedError, toFailure } from '../../../base/errors.ts';
import type { Failure } from '../../../base/failure.ts';
import { newestBuild } from '../../../core/folders/newest-build.ts';
import { stableStates, type UploadView } from '../../../uploads/upload-view.ts';
import { cliErrors } from '../../errors.ts';
import { matchingPaths, resolvePath } from '../../resolve-path.ts';
import type { Context } from '../../run/context.ts';
import { plainText } from '../../terminal/format.ts';
import { type FailureObject, failureObject } from '../../terminal/terminal.ts';

/** `path` is absolute. `file` is the path as typed, or `path` for a build found in a folder. */
export type GivenFile = { readonly path: string; readonly file: string };

export type Refused = { readonly file: string; readonly error: FailureObject };

/**
 * Returns the named files without duplicates. Replaces a folder, by default the current folder, with its
 * newest build. Throws `cli/noBuild`.
 */
export async function givenFiles(context: Context, names: readonly string[]): Promise<readonly GivenFile[]> {
  const files = new Map<string, string>();
  const matching = (await Promise.all(names.map(matchingPaths))).flat();
  for (const name of names.length > 0 ? matching : ['.']) {
    const path = resolvePath(name);
    const build = (await isFolder(path)) ? await newestIn(path, context) : path;
    files.set(build, build === path ? name : build);
  }
  return [...files].map(([path, file]) => ({ path, file }));
}

async function newestIn(folder: string, { terminal, interrupt }: Context): Promise<string> {
  const newest = await newestBuild(folder, interrupt.signal);
  if (newest === null) throw cliErrors.noBuild({ folder });
  terminal.note(`The newest build in ${plainText(folder)}: ${plainText(newest)}`);
  return newest;
}

/** Returns false for an unreadable path, which is reported when the file is queued. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Runs `work` for each file and collects the errors of single files. Throws all other errors. */
export async function eachFile<Result>(
  files: readonly GivenFile[],
  work: (path: string) => Promise<Result>,
): Promise<{
  readonly taken: readonly (GivenFile & { readonly result: Result })[];
  readonly refused: readonly Refused[];
}> {
  const taken: (GivenFile & { readonly result: Result })[] = [];
  const refused: Refused[] = [];
  for (const given of files) {
    try {
      taken.push({ ...given, result: await work(given.path) });
    } catch (error) {
      if (!isFileError(error)) throw error;
      refused.push({ file: given.file, error: failureObject(toFailure(error)) });
    }
  }
  return { taken, refused };
}

function isFileError(error: unknown): boolean {
  return (
    error instanceof CodedError &&
    /^(package|file|hash)\/|^uploads\/(notAFile|changing|applicationGone|otherPackage)$/.test(error.code)
  );
}

/** Returns the JSON of an upload. `unfinished`: why the command stopped waiting for it. */
export function uploadObject(upload: UploadView, file: string, unfinished: Failure | null) {
  const waits = stableStates.includes(upload.state) ? null : unfinished;
  const failure = upload.failure ?? upload.block ?? waits;
  return { file, error: failure && failureObject(failure), ...upload };
}
