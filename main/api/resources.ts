import { z } from 'zod';
import type { Account } from '../settings/settings-schema.ts';
import { jsonOf, parsedAnswer } from './answers.ts';
import { type Body, type Calls, readOne, rememberLinks } from './calls.ts';
import type { HttpAnswer } from './http.ts';
import type { LinkBook, LinkOwner, Step } from './links.ts';
import { unwrapped } from './read.ts';
import { type Root, root } from './wire.ts';

type Identified = z.ZodType<{ id: number }>;

/** A resource that carries links: its schema, whose links they are, and where it is read by its id. */
export type ResourceKind<Schema extends Identified> = {
  readonly schema: Schema;
  readonly owner: LinkOwner;
  readonly path: (id: number) => string;
};

/** What the calls of both areas are made of: read, change, follow links. */
export type Resources = {
  built(method: Step['method'], path: string): Step;
  list<Schema extends z.ZodType>(
    schema: Schema,
    owner: LinkOwner,
    step: Step,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>[]>;
  get<Schema extends Identified>(
    kind: ResourceKind<Schema>,
    id: number,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
  /** Changes a resource and gives it as answered; when the answer is empty, as it is read afterwards. */
  change<Schema extends Identified>(
    kind: ResourceKind<Schema>,
    id: number,
    step: Step,
    body: Body | null,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
  reader<Schema extends Identified>(
    kind: Pick<ResourceKind<Schema>, 'schema' | 'owner'>,
  ): (answer: HttpAnswer, url: string) => z.output<Schema>;
  /** The address of an operation: the link's in link mode (the resource is read first when its links are not known). */
  linked(kind: ResourceKind<Identified>, id: number, rel: string, built: Step): Promise<Step>;
  /** The address of a top-level operation: that of the root resource in link mode. */
  top(area: 'root-appstore' | 'root-testingdist', rel: string, built: Step): Promise<Step>;
  root(signal?: AbortSignal): Promise<Root>;
};

export function createResources(account: Account, calls: Calls, book: LinkBook): Resources {
  const built = (method: Step['method'], path: string): Step => ({
    method,
    url: `${account.baseUrl}/api/v3${path}`,
  });

  const get: Resources['get'] = async (kind, id, signal) => {
    const step = book.follow(kind.owner, id, 'self', built('GET', kind.path(id)));
    return readOne(kind.schema, kind.owner, book)(await calls.json(step, null, signal), step.url);
  };
  const readRoot = async (signal?: AbortSignal): Promise<Root> => {
    const step = built('GET', '/root');
    const found = parsedAnswer(root, await calls.json(step, null, signal), step.url);
    book.remember('root-appstore', 0, found.appStore);
    book.remember('root-testingdist', 0, found.testingDist);
    return found;
  };

  return {
    built,
    get,
    root: readRoot,
    list: async (schema, owner, step, signal) => {
      const answer = await calls.json(step, null, signal);
      const found = parsedAnswer(z.array(schema), answer, step.url);
      const raw = unwrapped(jsonOf(answer, step.url));
      if (Array.isArray(raw)) for (const one of raw) rememberLinks(one, owner, book);
      return found;
    },
    change: async (kind, id, step, body, signal) => {
      const answer = await calls.json(step, body, signal);
      if (answer.text.trim() === '') return get(kind, id, signal);
      return readOne(kind.schema, kind.owner, book)(answer, step.url);
    },
    reader: (kind) => readOne(kind.schema, kind.owner, book),
    linked: async (kind, id, rel, step) => {
      if (account.mode === 'link' && !book.knows(kind.owner, id)) await get(kind, id);
      return book.follow(kind.owner, id, rel, step);
    },
    top: async (area, rel, step) => {
      if (account.mode === 'link' && !book.knows(area, 0)) await readRoot();
      return book.follow(area, 0, rel, step);
    },
  };
}
