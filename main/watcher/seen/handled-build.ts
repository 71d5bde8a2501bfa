/** Recognises handled builds by content, because a different build may have the same path, size and time. */
import type { Stamp } from '../files/probe.ts';
import type { HandledContent, SeenFiles, StoredFile } from './seen-files.ts';

/** Cheap fingerprint of a build's content. Rejects for incomplete builds. */
export type FingerprintOf = (path: string) => Promise<string>;

export type HandledBuilds = {
  /** `key` is the stored path. With `compareContent`, the file is read even if its stamp is unchanged. */
  isHandled(
    file: { readonly path: string; readonly key: string },
    stamp: Stamp,
    compareContent: boolean,
  ): Promise<boolean>;
  /** Saves the collected fingerprints and stamps in one write. */
  keep(): void;
};

const flushLimit = 500;

export function createHandledBuilds(
  seen: SeenFiles,
  folderId: string,
  fingerprintOf: FingerprintOf,
): HandledBuilds {
  let learned: HandledContent[] = [];
  const flush = (): void => {
    if (learned.length > 0) seen.learn(folderId, learned);
    learned = [];
  };
  return {
    isHandled: async ({ path, key }, stamp, closely) => {
      const known = seen.handled(folderId, { path: key, size: stamp.size, mtimeMs: stamp.mtimeMs });
      const found = await recogniseBuild({ path, stamp, known }, fingerprintOf, closely);
      if (found.learned && learned.push(found.learned) >= flushLimit) flush();
      return found.isHandled;
    },
    keep: flush,
  };
}

type Recognised = { readonly isHandled: boolean; readonly learned: HandledContent | null };

/**
 * Compares a file with `known`, the handled builds of its path, size and time. An unchanged stamp identifies
 * the build; otherwise, or with `closely`, the fingerprint decides, because writes through memory maps do not
 * change the stamp.
 */
async function recogniseBuild(
  file: { readonly path: string; readonly stamp: Stamp; readonly known: readonly StoredFile[] },
  fingerprintOf: FingerprintOf,
  closely: boolean,
): Promise<Recognised> {
  const { path, stamp, known } = file;
  const exact = known.find(({ mtimeMs }) => mtimeMs === stamp.mtimeMs);
  if (known.length === 0) return { isHandled: false, learned: null };
  if (!closely && known.some(isUnread)) return { isHandled: true, learned: null };
  if (!closely && exact && isUnchanged(exact, stamp)) return { isHandled: true, learned: null };
  const fingerprint = await fingerprintOf(path).catch(() => null);
  const same = known.find((build) => fingerprint !== null && build.fingerprint === fingerprint);
  const build = same ?? known.find(isUnread);
  if (!build || fingerprint === null) return { isHandled: build !== undefined, learned: null };
  // The fingerprint does not cover the whole file. The upload may be waiting for the rest to be written.
  if (build === exact && build.completed === 0 && build.changedMs !== null && !isUnchanged(build, stamp)) {
    return { isHandled: false, learned: null };
  }
  const { changedMs, identity } = build === exact ? stamp : { changedMs: null, identity: null };
  const hasChanges = build.fingerprint !== fingerprint || (build === exact && !isUnchanged(build, stamp));
  return { isHandled: true, learned: hasChanges ? { ...build, fingerprint, changedMs, identity } : null };
}

/** Returns true if the build was handled unread. The first content read then counts as this build. */
function isUnread({ fingerprint }: HandledContent): boolean {
  return fingerprint === null;
}

function isUnchanged(build: HandledContent, stamp: Stamp): boolean {
  return build.changedMs === stamp.changedMs && build.identity === stamp.identity;
}
