/** Finds the address of an operation in link mode by following links from the root. */
import { CodedError } from '../../base/errors.ts';
import type { Links, Target } from '../links.ts';
import { areaOf, type Kind, listOf, type Operation, type Owner, selfOf } from '../operations.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { parseJson } from '../transport/response/error-message.ts';
import type { Area } from '../wire.ts';

export type FindTarget = {
  find(operation: Operation, signal?: AbortSignal): Promise<Target>;
  /** Returns another target after `tried` failed, from freshly read links; null if there is none. */
  findAnew(operation: Operation, tried: Target, signal?: AbortSignal): Promise<Target | null>;
};

export function createFindTarget(deps: {
  readonly links: Links;
  readonly readRoot: (signal?: AbortSignal) => Promise<unknown>;
  readonly send: (target: Target, about: 'endpoint' | 'item', signal?: AbortSignal) => Promise<HttpResponse>;
}): FindTarget {
  const { links, readRoot, send } = deps;
  const walked = new Set<string>();

  const read = async (operation: Operation, kind: Kind, signal?: AbortSignal): Promise<void> => {
    const about = operation.owner.kind === 'area' ? 'endpoint' : 'item';
    const answer = await send(links.target(operation), about, signal);
    links.learn(parseJson(answer.text), kind, answer.url);
  };
  const readList = (area: Area, signal?: AbortSignal): Promise<void> =>
    read(listOf(area), area === 'appstore' ? 'storeProfile' : 'testApplication', signal);
  /** Runs each step once; returns false if it ran before. */
  const once = async (step: string, walk: () => Promise<unknown>): Promise<boolean> => {
    if (walked.has(step)) return false;
    await walk().catch(unlessRefused);
    walked.add(step);
    return true;
  };
  const findOwner = async (owner: Owner, signal?: AbortSignal): Promise<void> => {
    const area = areaOf(owner);
    const isNew = await once(`list of ${area}`, () => readList(area, signal));
    if (links.met(owner) || !links.stray(area)) return;
    if (!isNew) await readList(area, signal).catch(unlessRefused);
    if (owner.kind !== 'testVersion') return;
    for (const id of links.applications()) {
      if (links.met(owner)) return;
      await read(selfOf('testApplication', id), 'testApplication', signal).catch(unlessRefused);
    }
  };
  const learn = async (operation: Operation, signal?: AbortSignal): Promise<void> => {
    const { owner, rel } = operation;
    await once('root', () => readRoot(signal));
    if (links.leadTo(operation)) return;
    if (owner.kind === 'area') {
      // Links of the area may also be beside the list.
      if (rel !== 'get_profiles') await once(`list of ${owner.area}`, () => readList(owner.area, signal));
      return;
    }
    if (!links.met(owner)) await findOwner(owner, signal);
    const { kind, id } = owner;
    if (links.leadTo(operation) || rel === 'self' || kind === 'storeItem') return;
    await once(`${kind} ${id}`, () => read(selfOf(kind, id), kind, signal));
  };

  const find: FindTarget['find'] = async (operation, signal) => {
    if (operation.rel !== null && !links.leadTo(operation)) await learn(operation, signal);
    return links.target(operation);
  };
  return {
    find,
    findAnew: async (operation, tried, signal) => {
      if (!links.leadTo(operation)) return null;
      walked.clear();
      links.clear();
      const target = await find(operation, signal);
      return target.method === tried.method && target.url.href === tried.url.href ? null : target;
    },
  };
}

/** Ignores a resource that the service lacks or refuses: the addresses of the reference remain. */
function unlessRefused(error: unknown): void {
  const passing = ['api/wrongAddress', 'api/missing', 'api/forbidden', 'api/refused', 'api/notPromised'];
  if (!(error instanceof CodedError) || !passing.includes(error.code)) throw error;
}
