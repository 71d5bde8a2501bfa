import { CodedError, isAbort } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Calls } from '../calls.ts';
import type { Operation } from '../operations.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { fitsInHeader, type SendResumable } from './resumable-upload.ts';
import type { Capabilities, TusRequests } from './tus-requests.ts';
import type { UploadAttempts } from './upload-attempt.ts';
import type { FileToUpload } from './upload-body.ts';
import type { DeltaOptions, Recipe, Resumption, UploadOptions } from './upload-options.ts';

type Sent = { readonly answer: HttpResponse; readonly sha256: string | null };

/** Sends a whole file, continuing the interrupted upload in the options. */
export type SendWhole = (
  operation: Operation,
  file: FileToUpload,
  field: string,
  options: UploadOptions,
) => Promise<Sent>;

/** Status if the service cannot use the recipe, but may accept the whole build. */
const recipeRefused = 424;

/**
 * Returns a function that sends a recipe instead of the file, or resumes sending it. Sends the whole file if
 * the service does not support recipes or refuses this one, or if a recipe would save no time.
 */
export function createSendDelta({
  calls,
  tus,
  attempts,
  sendResumable,
  sendWhole,
  log,
}: {
  readonly calls: Calls;
  readonly tus: TusRequests;
  readonly attempts: UploadAttempts;
  readonly sendResumable: SendResumable;
  readonly sendWhole: SendWhole;
  readonly log: Log;
}): SendWhole {
  let known: Capabilities | null = null;
  /** SHA-256 of bases whose recipes were refused: entries with equal checksums may have different bytes. */
  const refusedBases = new Set<string>();
  const capabilities = async (
    operation: Operation,
    signal: AbortSignal | undefined,
  ): Promise<Capabilities | null> => {
    try {
      const target = known === null ? await calls.findResumable(operation, signal) : null;
      if (target) known = await tus.capabilities(target, signal);
      return known;
    } catch (error) {
      if (isAbort(error)) throw error;
      log.warn('Could not request the extensions for uploads', { error });
      return null;
    }
  };
  const recipeFor = async (
    operation: Operation,
    delta: DeltaOptions,
    { resumption, releaseNote, signal }: UploadOptions,
  ): Promise<Recipe | null> => {
    if (resumption?.address != null) {
      const loaded = await delta.load();
      if (loaded) delta.onSupported();
      return loaded;
    }
    if (!fitsInHeader(releaseNote) || !delta.pays(attempts.bytesPerSecond())) return null;
    const found = await capabilities(operation, signal);
    if (!found?.extensions.includes('delta')) return null;
    delta.onSupported();
    return delta.make(async (app) => {
      const base = found.base && (await tus.base(found.base, app, signal));
      return base && !refusedBases.has(base.sha256) ? base : null;
    });
  };
  const sendRecipe = async (
    operation: Operation,
    file: FileToUpload,
    recipe: Recipe,
    scaled: UploadOptions,
  ): Promise<Sent | 'refused' | null> => {
    const recipeFile: FileToUpload = {
      ...{ path: recipe.path, fileName: file.fileName, size: recipe.size },
      recipe: { base: recipe.baseSha256, size: file.size },
    };
    const attempt = attempts.begin(recipeFile, scaled);
    try {
      const answer = await sendResumable(operation, recipeFile, scaled, attempt);
      if (answer) attempt.complete();
      return answer && { answer, sha256: recipe.targetSha256 };
    } catch (error) {
      if (!isRefused(error)) throw attempt.toError(error);
      log.warn('The service refused a recipe', { error });
      return 'refused';
    }
  };
  return async (operation, file, field, options) => {
    const { delta, resumption } = options;
    const recipe = delta && resumption && (await recipeFor(operation, delta, options));
    if (!recipe) return sendWhole(operation, file, field, options);
    const scaled = scaledOptions(options, resumption, { recipe, size: file.size });
    const sent = await sendRecipe(operation, file, recipe, scaled);
    if (sent && sent !== 'refused') return sent;
    if (sent === 'refused') {
      refusedBases.add(recipe.baseSha256);
      await delta.onRefused(recipe);
    }
    options.onOffered?.(0);
    options.onProgress?.(0);
    return sendWhole(operation, file, field, {
      ...options,
      resumption: { ...resumption, address: null, wasSentWhole: false },
    });
  };
}

function isRefused(error: unknown): boolean {
  const { status, bodyKind } = error instanceof CodedError ? error.details : {};
  return status === recipeRefused && bodyKind === 'service';
}

/** Returns options that scale progress from bytes of the recipe to bytes of the file. */
function scaledOptions(
  options: UploadOptions,
  resumption: Resumption,
  { recipe, size }: { readonly recipe: Recipe; readonly size: number },
): UploadOptions {
  const scale = (bytes: number): number => Math.floor((bytes / recipe.size) * size);
  return {
    ...options,
    onOffered: (bytes) => options.onOffered?.(scale(bytes)),
    onProgress: (bytes) => options.onProgress?.(scale(bytes)),
    onAcknowledged: (bytes) => options.onAcknowledged?.(scale(bytes)),
    onVerified: () => options.onVerified?.(recipe.targetSha256),
    resumption: {
      ...resumption,
      pays: () => true,
      save: (address) => resumption.save(address, recipe.size),
      onResumed: (bytes) => resumption.onResumed?.(scale(bytes)),
    },
  };
}
