/** An independent implementation of the distribution service with configurable response formats. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { credentials, serverOf } from '../../unit/api/api-world.ts';
import { buildIn } from './other-builds.ts';
import { type ResponseFormat, sendJson, serialise } from './other-formats.ts';
import { operationOf } from './other-operations.ts';
import type { Addresses, OtherApplication, OtherProfile } from './other-records.ts';
import { createOtherStore, type ExpectedRecords, expectedRecordsOf } from './other-store.ts';

export type OtherService = {
  readonly url: string;
  /** Received requests as `POST /api/v3/…`, in order. Omits token requests. */
  readonly requests: readonly string[];
  readonly applications: readonly OtherApplication[];
  readonly profiles: readonly OtherProfile[];
  readonly expected: ExpectedRecords;
  /** Makes every call fail with this response. Null restores normal operation. */
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

/** Maps a moved path back to the path of the reference API; null if it was not moved. */
function movedBack(path: string): string | null {
  const move = moves.find(([, to]) => path.startsWith(to));
  return move ? prefix + move[0] + path.slice(move[1].length).replace(/\/on$/, '/activate') : null;
}

export async function startOther(format: ResponseFormat): Promise<OtherService> {
  const requests: string[] = [];
  const store = createOtherStore(format.nextId);
  let failure: { status: number; type: string; body: string } | null = null;
  const isMoved = format.links === 'moved' || format.links === 'relative';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { body, type } = await readBody(request);
    const path = request.url ?? '';
    if (path === '/identity/connect/token') return sendToken(response, body, format);
    requests.push(`${request.method} ${path}`);
    if (request.headers.authorization !== 'Bearer other-token') return refuse(response, 401, 'Who are you?');
    if (failure) {
      response.writeHead(failure.status, { 'content-type': failure.type }).end(failure.body);
      return;
    }
    const linked = request.headers.accept?.includes('hateaos') ?? false;
    const hasMoved = linked && isMoved;
    const referencePath = hasMoved && !/\/(root|send)$/.test(path) ? movedBack(path) : path;
    const operation = operationOf(lineOf(format, request.method ?? '', referencePath ?? ''));
    for (const one of store.applications.flatMap(({ versions }) => versions)) {
      one.hiddenFor = Math.max(0, one.hiddenFor - 1);
    }
    const sent = await buildIn(body, type, format);
    const id = Number(/\/(-?\d+)/.exec(referencePath?.replace(prefix, '') ?? '')?.[1] ?? 0);
    const reply = operation?.({ store, format, link: addresses(format, path), id, body, type, ...sent });
    if (!reply) return refuse(response, 404, 'No such thing');
    const { location, status, value, page } = reply;
    if (location !== undefined)
      response.setHeader('location', hasMoved ? moved(location) : prefix + location);
    if (page) response.writeHead(status, { 'content-type': 'text/html' }).end(page);
    else if (value === undefined) response.writeHead(status).end();
    else sendJson(response, status, serialise(value, format, linked), format);
  };

  return {
    url: await serverOf(handle),
    requests,
    applications: store.applications,
    profiles: store.profiles,
    expected: expectedRecordsOf(store),
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

function sendToken(response: ServerResponse, form: string, format: ResponseFormat): void {
  if (new URLSearchParams(form).get('password') !== credentials.password) {
    refuse(response, 400, 'No');
    return;
  }
  const token = { access_token: 'other-token', expires_in: 72_000, token_type: 'bearer' };
  sendJson(response, 200, serialise(token, format, false), format);
}

/** Returns the method and path pattern that the request has in the reference API. */
function lineOf(format: ResponseFormat, method: string, path: string): string {
  const pattern = path.replace(prefix, '').replace(/-?\d+/, '#');
  const isActivation = pattern.endsWith('/activate') && method === format.activation;
  return `${isActivation ? 'POST' : method} ${pattern}`;
}

function addresses(format: ResponseFormat, from: string): Addresses {
  return (rel, method, path) => {
    const asked = rel === 'activate_profile_item' ? format.activation : method;
    const href = {
      reference: prefix + path,
      moved: moved(path),
      relative: posix.relative(posix.dirname(from), moved(path)),
      foreign: `https://inside.example:8443${prefix}${path}`,
      null: null,
      none: null,
    }[format.links];
    return { rel, method: asked, href };
  };
}

function refuse(response: ServerResponse, status: number, title: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html' })
    .end(`<!DOCTYPE html><html><title>${title}</title><body><h1>Oops</h1></body></html>`);
}
