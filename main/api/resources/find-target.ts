/** Finds the URL of an operation in link mode by following links from the root. */
import { CodedError } from '../../base/errors.ts';
import type { Links, Target } from '../links.ts';
import {
  areaOf,
  type Kind,
  listOperation,
  type Operation,
  type Owner,
  readOperation,
} from '../operations.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { parseJson } from '../transport/response/error-message.ts';
import type { Area } from '../wire.ts';

export type FindTarget = {
  find(operation: Operation, signal?: AbortSignal): Promise<Target>;
  /** Reads the links again and returns a target other than `failed`; null if there is none. */
  findFresh(operation: Operation, failed: Target, signal?: AbortSignal): Promise<Target | null>;
};

export function createFindTarget(deps: {
  readonly links: Links;
  readonly readRoot: (signal?: AbortSignal) => Promise<unknown>;
  readonly send: (target: Target, about: 'endpoint' | 'item', signal?: AbortSignal) => Promise<HttpResponse>;
}): FindTarget {
  const { links, readRoot, send } = deps;
  const completedSteps = new Set<string>();

  const read = async (operation: Operation, kind: Kind, signal?: AbortSignal): Promise<void> => {
    const about = operation.owner.kind === 'area' ? 'endpoint' : 'item';
    const answer = await send(links.target(operation), about, signal);
    links.add(parseJson(answer.text), kind, answer.url);
  };
  const readList = (area: Area, signal?: AbortSignal): Promise<void> =>
    read(listOperation(area), area === 'appstore' ? 'storeProfile' : 'testApplication', signal);
  /** Runs each step once; returns false if it ran before. */
  const runOnce = async (step: string, walk: () => Promise<unknown>): Promise<boolean> => {
    if (completedSteps.has(step)) return false;
    await walk().catch(ignoreRefusal);
    completedSteps.add(step);
    return true;
  };
  const findOwner = async (owner: Owner, signal?: AbortSignal): Promise<void> => {
    const area = areaOf(owner);
    const isNew = await runOnce(`list of ${area}`, () => readList(area, signal));
    if (links.hasOwner(owner) || !links.hasOtherPaths(area)) return;
    if (!isNew) await readList(area, signal).catch(ignoreRefusal);
    if (owner.kind !== 'testVersion') return;
    for (const id of links.applicationIds()) {
      if (links.hasOwner(owner)) return;
      await read(readOperation('testApplication', id), 'testApplication', signal).catch(ignoreRefusal);
    }
  };
  const learn = async (operation: Operation, signal?: AbortSignal): Promise<void> => {
    const { owner, rel } = operation;
    await runOnce('root', () => readRoot(signal));
    if (links.hasLink(operation)) return;
    if (owner.kind === 'area') {
      // Some services put the links of an area beside its list instead of in the root.
      if (rel !== 'get_profiles') await runOnce(`list of ${owner.area}`, () => readList(owner.area, signal));
      return;
    }
    if (!links.hasOwner(owner)) await findOwner(owner, signal);
    const { kind, id } = owner;
    if (links.hasLink(operation) || rel === 'self' || kind === 'storeItem') return;
    await runOnce(`${kind} ${id}`, () => read(readOperation(kind, id), kind, signal));
  };

  const find: FindTarget['find'] = async (operation, signal) => {
    if (operation.rel !== null && !links.hasLink(operation)) await learn(operation, signal);
    return links.target(operation);
  };
  return {
    find,
    findFresh: async (operation, tried, signal) => {
      if (!links.hasLink(operation)) return null;
      completedSteps.clear();
      links.clear();
      const target = await find(operation, signal);
      return target.method === tried.method && target.url.href === tried.url.href ? null : target;
    },
  };
}

/** Ignores a missing or refused resource, because requests can use the paths of the API reference. */
function ignoreRefusal(error: unknown): void {
  const ignoredCodes = [
    'api/wrongAddress',
    'api/missing',
    'api/forbidden',
    'api/refused',
    'api/unexpectedResponse',
  ];
  if (!(error instanceof CodedError) || !ignoredCodes.includes(error.code)) throw error;
}
