/** Whether what lies at a path is a build that was handled there. Its size and time may be those of another one. */
import type { Stamp } from '../files/examine.ts';
import type { KnownFile, RememberedFile, SeenFiles } from './seen-files.ts';

/** The fingerprint of a build file: cheap, and another one for other contents. Rejects for what is no whole build. */
export type FingerprintOf = (path: string) => Promise<string>;

export type HandledBuilds = {
  /** `key`: the path as it is remembered. */
  isHandled(
    file: { readonly path: string; readonly key: string },
    stamp: Stamp,
    closely: boolean,
  ): Promise<boolean>;
  /** Writes down what was found out about handled builds since; each writing waits for the disk. */
  keep(): void;
};

/** Found out before it is written down in any case. */
const learnedAtOnce = 500;

/** The builds of one folder that were handled. */
export function createHandledBuilds(
  seen: SeenFiles,
  folderId: string,
  fingerprintOf: FingerprintOf,
): HandledBuilds {
  let learned: KnownFile[] = [];
  const keep = (): void => {
    if (learned.length > 0) seen.learn(folderId, learned);
    learned = [];
  };
  return {
    isHandled: async ({ path, key }, stamp, closely) => {
      const known = seen.handled(folderId, { path: key, size: stamp.size, mtimeMs: stamp.mtimeMs });
      const found = await recogniseBuild({ path, stamp, known }, fingerprintOf, closely);
      if (found.learned && learned.push(found.learned) >= learnedAtOnce) keep();
      return found.isHandled;
    },
    keep,
  };
}

/** `learned`: what is to be remembered of it. */
type Recognised = { readonly isHandled: boolean; readonly learned: KnownFile | null };

/**
 * `known`: the builds that were handled there with this size and time, as far as times tell. Where nothing about the file
 * moved since it was last found to be one of them, it still is; otherwise its directory tells. `closely`: it is looked
 * into in any case, for contents that were changed through memory move nothing.
 */
async function recogniseBuild(
  file: { readonly path: string; readonly stamp: Stamp; readonly known: readonly RememberedFile[] },
  fingerprintOf: FingerprintOf,
  closely: boolean,
): Promise<Recognised> {
  const { path, stamp, known } = file;
  const exact = known.find(({ mtimeMs }) => mtimeMs === stamp.mtimeMs);
  if (known.length === 0) return { isHandled: false, learned: null };
  if (!closely && known.some(isUnknown)) return { isHandled: true, learned: null };
  if (!closely && exact && isUnmoved(exact, stamp)) return { isHandled: true, learned: null };
  // One that cannot be read is looked at until it can be, and says why.
  const fingerprint = await fingerprintOf(path).catch(() => null);
  const same = known.find((build) => fingerprint !== null && build.fingerprint === fingerprint);
  const build = same ?? known.find(isUnknown);
  if (!build || fingerprint === null) return { isHandled: build !== undefined, learned: null };
  // Whoever took charge of it may wait for the rest of its contents, of which the directory says nothing.
  if (build === exact && build.settled === 0 && build.changedMs !== null && !isUnmoved(build, stamp)) {
    return { isHandled: false, learned: null };
  }
  const { changedMs, identity } = build === exact ? stamp : { changedMs: null, identity: null };
  const isNews = build.fingerprint !== fingerprint || (build === exact && !isUnmoved(build, stamp));
  return { isHandled: true, learned: isNews ? { ...build, fingerprint, changedMs, identity } : null };
}

/** A build that was passed over unread: the file at its path when it is first read counts as that build. */
function isUnknown({ fingerprint }: KnownFile): boolean {
  return fingerprint === null;
}

function isUnmoved(build: KnownFile, stamp: Stamp): boolean {
  return build.changedMs === stamp.changedMs && build.identity === stamp.identity;
}
