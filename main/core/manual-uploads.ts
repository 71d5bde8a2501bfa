import pLimit from 'p-limit';
import type { CallArguments } from '../../preload/contract.ts';
import { inspectPackage } from '../packages/inspect.ts';
import type { UploadView } from '../uploads/upload-view.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { coreErrors } from './errors.ts';

/** Limited, because inspecting a build uses up to about 100 MB of memory. */
const maxConcurrentReads = 4;

/**
 * Queues files in order, or no file if any of them is not a valid build. Throws `core/noFiles`,
 * `settings/unknownAccount`, `package/…` and `file/…`.
 */
export async function addManually(
  uploads: Pick<Uploads, 'add'>,
  requireAccount: (id: string) => unknown,
  input: CallArguments<'uploads.add'>,
): Promise<readonly UploadView[]> {
  const { paths, ...target } = input;
  if (paths.length === 0) throw coreErrors.noFiles({}, { field: 'paths' });
  requireAccount(input.accountId);
  const limit = pLimit(maxConcurrentReads);
  await Promise.all(paths.map((path) => limit(() => inspectPackage(path))));
  const views: UploadView[] = [];
  for (const path of paths) views.push(await uploads.add({ ...target, path, folderId: null }));
  return views;
}
