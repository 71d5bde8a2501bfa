import { open, rm } from 'node:fs/promises';
import { paysToSendDelta } from '../../api/upload/resume-policy.ts';
import type { DeltaOptions, Recipe } from '../../api/upload/upload-options.ts';
import { isAbort } from '../../base/errors.ts';
import { type FileStamp, fileStamp, readAt } from '../../base/files/files.ts';
import type { ContentCheck } from '../../base/hashing/hashing.ts';
import { readRecipeHeader } from '../../delta/apply-recipe.ts';
import type { RemoteBase } from '../../delta/make-recipe.ts';
import { entryFrom } from '../../delta/segments.ts';
import { makeInWorker } from '../delta/make-in-worker.ts';
import type { SentApp, SentBuilds } from '../delta/sent-builds.ts';
import type { UploadRecord } from '../record/record.ts';
import { hashFile } from './hash.ts';
import { requirePackage, type StepContext } from './step.ts';

/** Maximum size of a recipe as a fraction of the file; a larger one saves too little. */
const maxRatio = 0.8;

/** Limits the time for making a recipe, which normally takes a second for several MB. */
const [minRecipeMs, minBytesPerMs] = [60_000, 1_000];

export type UploadDelta = DeltaOptions & {
  /** Removes the recipe, and stores the file that was sent if the service accepts recipes. */
  end(sent: { readonly stamp: FileStamp; readonly sha256: string } | null): Promise<void>;
};

/** Returns callbacks that send an upload as a recipe. Failures are logged, and the whole file is sent. */
export function uploadDelta(
  record: UploadRecord,
  context: StepContext,
  sentBuilds: SentBuilds,
  check: ContentCheck | null,
): UploadDelta {
  const { path, id, stamp, accountId } = record;
  const { signal, log } = context;
  const info = requirePackage(record);
  const app: SentApp = {
    service: context.serviceOf(accountId),
    platform: info.platform,
    packageId: info.id,
  };
  const recipePath = sentBuilds.recipePath(id);
  let isSupported = record.recipeSize !== undefined;
  const orNull = async <Result>(work: () => Promise<Result | null>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      if (isAbort(error)) throw error;
      log.warn('Could not use a recipe', { id, error });
      return null;
    }
  };
  const load = (): Promise<Recipe | null> => orNull(() => readRecipe(recipePath));
  /** Returns null if the recipe does not produce this file. Throws if the content check rejects the file. */
  const verified = async (recipe: Recipe | null): Promise<Recipe | null> => {
    if (recipe === null || recipe.targetSize !== stamp.size) return null;
    const sha256 = await hashFile(path, context.hashing, signal, check);
    return sha256 === recipe.targetSha256 ? recipe : null;
  };
  return {
    pays: (bytesPerSecond) =>
      sentBuilds.isUsed() &&
      paysToSendDelta(context.resume, {
        size: stamp.size,
        bytesPerSecond: bytesPerSecond ?? context.journal.lastSpeed(record),
        isLocalService: context.isLocalService(accountId),
      }),
    onSupported: () => {
      isSupported = true;
    },
    load: async () => verified(record.recipeSize === undefined ? null : await load()),
    make: async (findBase) => {
      const remote = async (): Promise<RemoteBase | null> => {
        const found = await findBase(app);
        return found && { ...found, entries: found.entries.map(entryFrom) };
      };
      const base = (await orNull(() => sentBuilds.find(app))) ?? (await orNull(remote));
      if (base === null) return null;
      const paths = { base, target: path, recipe: recipePath };
      const maxSize = Math.floor(maxRatio * stamp.size);
      const maxMs = minRecipeMs + stamp.size / minBytesPerMs;
      const made = await orNull(() => makeInWorker(paths, { maxSize, maxMs, signal }));
      return verified(made && (await load()));
    },
    onRefused: async ({ baseSha256 }) => {
      context.uploadStore.apply(id, { kind: 'recipe-refused' });
      await orNull(async () => {
        await rm(recipePath, { force: true });
        await sentBuilds.remove(app, baseSha256);
        return null;
      });
    },
    end: async (sent) => {
      await orNull(async () => {
        await rm(recipePath, { force: true });
        if (sent && isSupported) await sentBuilds.keep(app, { path, ...sent });
        return null;
      });
    },
  };
}

async function readRecipe(path: string): Promise<Recipe | null> {
  const stamp = await fileStamp(path);
  if (stamp === null) return null;
  const handle = await open(path, 'r');
  try {
    const read = (position: number, length: number): Promise<Buffer> => readAt(handle, position, length);
    const header = await readRecipeHeader({ file: path, size: stamp.size, read });
    const { baseSha256, targetSha256, targetSize } = header;
    return { path, size: stamp.size, baseSha256, targetSha256, targetSize };
  } finally {
    await handle.close();
  }
}
