/** Finds the link that creates a resumable upload. */
import type { Links, Target } from '../links.ts';
import { areaOf, listOperation, type Operation, type Owner, resumableUpload } from '../operations.ts';
import type { FindTarget } from './find-target.ts';

/** Returns the link beside the link of `operation`, which uploads a file as a form; null if there is none. */
export type FindResumable = (operation: Operation, signal?: AbortSignal) => Promise<Target | null>;

export function createFindResumable({
  links,
  targets,
  linked,
}: {
  readonly links: Links;
  readonly targets: FindTarget;
  /** True if the account uses links. Otherwise, only the root is read unless it has the link. */
  readonly linked: boolean;
}): FindResumable {
  const hasLink = (owner: Owner): boolean => links.hasLink(resumableUpload(owner));
  return async (operation, signal) => {
    const { owner } = operation;
    const area = areaOf(owner);
    if (!linked) {
      await targets.find(listOperation(area), signal);
      if (!hasLink({ kind: 'area', area })) return null;
    }
    if (!hasLink(owner)) await targets.find(operation, signal);
    return links.find(resumableUpload(owner));
  };
}
