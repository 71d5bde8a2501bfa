/** An independent implementation of the distribution service with configurable response formats. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { credentials, serverOf } from '../../unit/api/api-world.ts';
import { buildIn } from './other-builds.ts';
import { deliver, type Manner, written } from './other-formats.ts';
import { actOf } from './other-operations.ts';
import type { Addresses, OtherApplication, OtherProfile } from './other-records.ts';
import { createOtherStore, type Holdings, holdingsOf } from './other-store.ts';

export type OtherService = {
  readonly url: string;
  /** Received requests as `POST /api/v3/…`, in order, without token requests. */
  readonly requests: readonly string[];
  readonly applications: readonly OtherApplication[];
  readonly profiles: readonly OtherProfile[];
  readonly holds: Holdings;
  /** Makes every call fail with this response, or null to stop. */
  fail(answer: { status: number; type: string; body: string } | null): void;
};

const prefix = '/api/v3';
const moves = [
  ['/testingdist/profiles/items', '/shop/builds'],
  ['/testingdist/profiles', '/shop/apps'],
  ['/appstore/profiles/items', '/store/files'],
  ['/appstore/profiles', '/store/entries'],
] as const;

function moved(path: string): string {
  const move = moves.find(([from]) => path.startsWith(from));
  return (move ? move[1] + path.slice(move[0].length) : path).replace(/\/activate$/, '/on');
}

/** Returns the reference path of a moved path, or null if it is unknown. */
function movedBack(path: string): string | null {
  const move = moves.find(([, to]) => path.startsWith(to));
  return move ? prefix + move[0] + path.slice(move[1].length).replace(/\/on$/, '/activate') : null;
}

export async function startOther(manner: Manner): Promise<OtherService> {
  const requests: string[] = [];
  const store = createOtherStore(manner.nextId);
  let failure: { status: number; type: string; body: string } | null = null;
  const isMoved = manner.links === 'moved' || manner.links === 'relative';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { body, type } = await readBody(request);
    const path = request.url ?? '';
    if (path === '/identity/connect/token') return giveToken(response, body, manner);
    requests.push(`${request.method} ${path}`);
    if (request.headers.authorization !== 'Bearer other-token') return refuse(response, 401, 'Who are you?');
    if (failure) {
      response.writeHead(failure.status, { 'content-type': failure.type }).end(failure.body);
      return;
    }
    const linked = request.headers.accept?.includes('hateaos') ?? false;
    const hasMoved = linked && isMoved;
    const referencePath = hasMoved && !/\/(root|send)$/.test(path) ? movedBack(path) : path;
    const act = actOf(lineOf(manner, request.method ?? '', referencePath ?? ''));
    for (const one of store.applications.flatMap(({ versions }) => versions)) {
      one.hiddenFor = Math.max(0, one.hiddenFor - 1);
    }
    const sent = await buildIn(body, type, manner);
    const id = Number(/\/(-?\d+)/.exec(referencePath?.replace(prefix, '') ?? '')?.[1] ?? 0);
    const reply = act?.({ store, manner, link: addresses(manner, path), id, body, type, ...sent });
    if (!reply) return refuse(response, 404, 'No such thing');
    const { location, status, value, page } = reply;
    if (location !== undefined)
      response.setHeader('location', hasMoved ? moved(location) : prefix + location);
    if (page) response.writeHead(status, { 'content-type': 'text/html' }).end(page);
    else if (value === undefined) response.writeHead(status).end();
    else deliver(response, status, written(value, manner, linked), manner);
  };

  return {
    url: await serverOf(handle),
    requests,
    applications: store.applications,
    profiles: store.profiles,
    holds: holdingsOf(store),
    fail: (answer) => {
      failure = answer;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<{ readonly body: string; readonly type: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const type = request.headers['content-type'] ?? '';
  // Latin-1 maps each byte of a file to one character, which preserves its length.
  return { type, body: Buffer.concat(chunks).toString(type.startsWith('multipart/') ? 'latin1' : 'utf8') };
}

function giveToken(response: ServerResponse, form: string, manner: Manner): void {
  if (new URLSearchParams(form).get('password') !== credentials.password) {
    refuse(response, 400, 'No');
    return;
  }
  const token = { access_token: 'other-token', expires_in: 72_000, token_type: 'bearer' };
  deliver(response, 200, written(token, manner, false), manner);
}

/** Returns the method and path pattern of the reference for a request. */
function lineOf(manner: Manner, method: string, path: string): string {
  const pattern = path.replace(prefix, '').replace(/-?\d+/, '#');
  const isActivation = pattern.endsWith('/activate') && method === manner.activation;
  return `${isActivation ? 'POST' : method} ${pattern}`;
}

function addresses(manner: Manner, from: string): Addresses {
  return (rel, method, path) => {
    const asked = rel === 'activate_profile_item' ? manner.activation : method;
    const href = {
      reference: prefix + path,
      moved: moved(path),
      relative: posix.relative(posix.dirname(from), moved(path)),
      foreign: `https://inside.example:8443${prefix}${path}`,
      null: null,
      none: null,
    }[manner.links];
    return { rel, method: asked, href };
  };
}

function refuse(response: ServerResponse, status: number, title: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html' })
    .end(`<!DOCTYPE html><html><title>${title}</title><body><h1>Oops</h1></body></html>`);
}
