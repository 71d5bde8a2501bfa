/** A whole distribution service as other people might have written it: the same meaning, other manners. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { credentials, serverOf } from '../unit/api/api-world.ts';
import { deliver, type Manner, written } from './other-manners.ts';
import {
  type Addresses,
  domain,
  type OtherApplication,
  type OtherProfile,
  type OtherVersion,
  showApplication,
  showItem,
  showListed,
  showProfile,
  showVersion,
} from './other-records.ts';

export type OtherService = {
  readonly url: string;
  /** `POST /api/v3/…` in the order they came in, without those for tokens. */
  readonly requests: readonly string[];
  readonly applications: readonly OtherApplication[];
  readonly profiles: readonly OtherProfile[];
  /** Domain objects of what it holds now. */
  readonly holds: {
    applications(): unknown;
    application(id: number): unknown;
    version(id: number): unknown;
    profiles(): unknown;
    profile(id: number): unknown;
    item(id: number): unknown;
  };
  /** From now on every call is answered like this; null ends it. */
  fail(answer: { status: number; type: string; body: string } | null): void;
};

type Call = {
  readonly line: string;
  readonly id: number;
  readonly body: string;
  readonly type: string;
};
type Reply = { readonly status: number; readonly value: unknown; readonly location?: string } | null;

const prefix = '/api/v3';
const noLink: Addresses = (rel, method) => ({ rel, method, href: null });
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

function movedBack(path: string): string | null {
  const move = moves.find(([, to]) => path.startsWith(to));
  return move ? prefix + move[0] + path.slice(move[1].length).replace(/\/on$/, '/activate') : null;
}

export async function startOther(manner: Manner): Promise<OtherService> {
  const requests: string[] = [];
  const store = createStore();
  let failure: { status: number; type: string; body: string } | null = null;
  const isMoved = manner.links === 'moved' || manner.links === 'relative';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const type = request.headers['content-type'] ?? '';
    const body = Buffer.concat(chunks).toString(type.startsWith('multipart/') ? 'latin1' : 'utf8');
    const path = request.url ?? '';
    if (path === '/identity/connect/token') return giveToken(response, new URLSearchParams(body));
    requests.push(`${request.method} ${path}`);
    if (request.headers.authorization !== 'Bearer other-token') return refuse(response, 401, 'Who are you?');
    if (failure) {
      response.writeHead(failure.status, { 'content-type': failure.type }).end(failure.body);
      return;
    }
    const linked = request.headers.accept?.includes('hateaos') ?? false;
    const known = linked && isMoved && !/\/(root|send)$/.test(path) ? movedBack(path) : path;
    if (known === null) return refuse(response, 404, 'No such page');
    const link = addresses(manner, path);
    const reply = act(store, manner, link, {
      line: `${request.method} ${known}`,
      id: idIn(known),
      body,
      type,
    });
    if (reply === null) return refuse(response, 404, 'No such thing');
    if (reply.location !== undefined) {
      const address = linked && isMoved ? moved(reply.location) : prefix + reply.location;
      response.setHeader('location', address);
    }
    if (reply.value === undefined) response.writeHead(reply.status).end();
    else deliver(response, reply.status, written(reply.value, manner, linked), manner);
  };
  const giveToken = (response: ServerResponse, form: URLSearchParams): void => {
    if (form.get('password') !== credentials.password) {
      refuse(response, 400, 'No');
      return;
    }
    const token = { access_token: 'other-token', expires_in: 72_000, token_type: 'bearer' };
    deliver(response, 200, written(token, manner, false), manner);
  };

  return {
    url: await serverOf(handle),
    requests,
    ...store,
    holds: holdings(store),
    fail: (answer) => {
      failure = answer;
    },
  };
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

function idIn(path: string): number {
  return Number(/\/(\d+)/.exec(path.replace(prefix, ''))?.[1] ?? 0);
}

type Store = {
  readonly applications: OtherApplication[];
  readonly profiles: OtherProfile[];
  tick(): Date;
  nextId(): number;
};

function createStore(): Store {
  let seconds = 0;
  let id = 20;
  const tick = (): Date => {
    seconds += 1;
    return new Date(Date.UTC(2026, 10, 21, 8, 30, seconds));
  };
  const version = (versionId: number, applicationId: number): OtherVersion =>
    newVersion(versionId, applicationId, 1_000, tick());
  const at = tick();
  return {
    applications: [
      { id: 3, versions: [version(7, 3), version(8, 3)] },
      { id: 4, versions: [] },
    ],
    profiles: [
      {
        ...{ id: 11, name: 'Shop', shortDescription: 'Short', longDescription: null, at, updatedAt: at },
        items: [{ id: 12, profileId: 11, fileSize: 1_000, at }],
      },
    ],
    tick,
    nextId: () => {
      id += 1;
      return id;
    },
  };
}

function newVersion(id: number, applicationId: number, fileSize: number, at: Date): OtherVersion {
  const rest = { isActive: false, sentAt: null, sentTo: [] };
  return { id, applicationId, fileSize, fileName: 'shop.apk', uploadedAt: at, updatedAt: at, ...rest };
}

function holdings(store: Store): OtherService['holds'] {
  const found = <One extends { readonly id: number }>(all: readonly One[], id: number): One => {
    const one = all.find((each) => each.id === id);
    if (!one) throw new Error(`${id} is not there`);
    return one;
  };
  return {
    applications: () => domain(store.applications.map((one) => showListed(one, noLink))),
    application: (id) => domain(showApplication(found(store.applications, id), noLink)),
    version: (id) =>
      domain(
        showVersion(
          found(
            store.applications.flatMap((one) => one.versions),
            id,
          ),
          true,
          noLink,
        ),
      ),
    profiles: () => domain(store.profiles.map((one) => showProfile(one, noLink))),
    profile: (id) => domain(showProfile(found(store.profiles, id), noLink)),
    item: (id) => {
      const profile = store.profiles.find((one) => one.items.some((item) => item.id === id));
      return profile && domain(showItem(found(profile.items, id), profile, noLink));
    },
  };
}

function act(store: Store, manner: Manner, link: Addresses, call: Call): Reply {
  const pattern = call.line.replace(prefix, '').replace(/\d+/, '#');
  if (pattern === 'GET /root') {
    const links = (area: string) => [
      link('get_profiles', 'GET', `/${area}/profiles`),
      link('create_profile', 'POST', `/${area}/profiles`),
      link('unheard_of', 'PATCH', '/x'),
    ];
    return { status: 200, value: { appStore: links('appstore'), testingDist: links('testingdist') } };
  }
  const activation = `${manner.activation} /testingdist/profiles/items/#/activate`;
  return (
    actOnTests(store, manner, link, { ...call, line: pattern === activation ? 'activate' : pattern }) ??
    actOnStore(store, manner, link, { ...call, line: pattern })
  );
}

function actOnTests(store: Store, manner: Manner, link: Addresses, { line, id, body }: Call): Reply {
  const { applications } = store;
  const application = applications.find((one) => one.id === id);
  const version = applications.flatMap((one) => one.versions).find((one) => one.id === id);
  switch (line) {
    case 'GET /testingdist/profiles':
      return { status: 200, value: applications.map((one) => showListed(one, link)) };
    case 'POST /testingdist/profiles': {
      const applicationId = store.nextId();
      const made = {
        id: applicationId,
        versions: [newVersion(store.nextId(), applicationId, sizeOf(body, 'file'), store.tick())],
      };
      if (manner.creates !== 'swallowed') applications.push(made);
      const shown = showApplication(made, link);
      const bare = { ...shown, profiles: [] };
      return creation(manner, manner.creates === 'bare' ? bare : shown, `/testingdist/profiles/${made.id}`);
    }
    case 'POST /testingdist/profiles/#/items': {
      if (!application) return null;
      const made = newVersion(store.nextId(), id, sizeOf(body, 'file'), store.tick());
      if (manner.creates !== 'swallowed') application.versions.push(made);
      return creation(manner, showVersion(made, false, link), `/testingdist/profiles/items/${made.id}`);
    }
    case 'GET /testingdist/profiles/#':
      return application ? { status: 200, value: showApplication(application, link) } : null;
    case 'DELETE /testingdist/profiles/#':
      if (!application) return null;
      applications.splice(applications.indexOf(application), 1);
      return change(manner, 'OK');
    case 'GET /testingdist/profiles/items/#':
      return version ? { status: 200, value: showVersion(version, true, link) } : null;
    case 'DELETE /testingdist/profiles/items/#':
      if (!version) return null;
      for (const one of applications)
        if (one.versions.includes(version)) one.versions.splice(one.versions.indexOf(version), 1);
      return change(manner, { success: true });
    case 'POST /testingdist/profiles/items/#/activate':
    case 'activate':
    case 'DELETE /testingdist/profiles/items/#/activate':
      if (!version) return null;
      version.isActive = line === 'activate';
      version.updatedAt = store.tick();
      return change(manner, showVersion(version, true, link));
    case 'POST /testingdist/profiles/items/#/send':
      if (!version) return null;
      version.sentAt = store.tick();
      version.sentTo = (JSON.parse(body) as { emails: string[] }).emails;
      return change(manner, 'Sent');
    default:
      return null;
  }
}

function actOnStore(store: Store, manner: Manner, link: Addresses, { line, id, body, type }: Call): Reply {
  const { profiles } = store;
  const profile = profiles.find((one) => one.id === id);
  const owner = profiles.find((one) => one.items.some((item) => item.id === id));
  switch (line) {
    case 'GET /appstore/profiles':
      return { status: 200, value: profiles.map((one) => showProfile(one, link)) };
    case 'POST /appstore/profiles': {
      const at = store.tick();
      const profileId = store.nextId();
      const texts = { name: 'Shop', shortDescription: null, longDescription: null };
      const items = [{ id: store.nextId(), profileId, fileSize: sizeOf(body, 'file'), at }];
      const made: OtherProfile = { id: profileId, ...texts, at, updatedAt: at, items };
      if (manner.creates !== 'swallowed') profiles.push(made);
      const shown = showProfile(made, link);
      const { items: _, ...bare } = shown;
      return creation(manner, manner.creates === 'bare' ? bare : shown, `/appstore/profiles/${profileId}`);
    }
    case 'GET /appstore/profiles/#':
      return profile ? { status: 200, value: showProfile(profile, link) } : null;
    case 'PUT /appstore/profiles/#': {
      if (!profile) return null;
      const isForm = type.startsWith('application/x-www-form-urlencoded');
      if (isForm !== (manner.updates === 'form')) return { status: 415, value: 'Not in this form' };
      const fields = isForm
        ? Object.fromEntries(new URLSearchParams(body))
        : (JSON.parse(body) as Record<string, string>);
      profile.name = fields.Name ?? profile.name;
      profile.shortDescription = fields.ShortDescription ?? profile.shortDescription;
      profile.longDescription = fields.LongDescription ?? profile.longDescription;
      profile.updatedAt = store.tick();
      return change(manner, showProfile(profile, link));
    }
    case 'DELETE /appstore/profiles/#':
      if (!profile) return null;
      profiles.splice(profiles.indexOf(profile), 1);
      return change(manner, 'OK');
    case 'POST /appstore/profiles/#': {
      if (!profile) return null;
      const made = {
        id: store.nextId(),
        profileId: id,
        fileSize: sizeOf(body, 'fileName'),
        at: store.tick(),
      };
      if (manner.creates !== 'swallowed') profile.items.push(made);
      return creation(manner, showItem(made, profile, link), `/appstore/profiles/items/${made.id}`);
    }
    case 'GET /appstore/profiles/items/#': {
      // Not in the reference: where this service says a new item is.
      const item = owner?.items.find((one) => one.id === id);
      return owner && item ? { status: 200, value: showItem(item, owner, link) } : null;
    }
    case 'DELETE /appstore/profiles/items/#':
      if (!owner) return null;
      owner.items.splice(
        owner.items.findIndex((item) => item.id === id),
        1,
      );
      return change(manner, 7);
    default:
      return null;
  }
}

function change(manner: Manner, value: unknown): Reply {
  const replies: Readonly<Record<Manner['changes'], Reply>> = {
    whole: { status: 200, value },
    '204': { status: 204, value: undefined },
    '202': { status: 202, value: undefined },
    blank: { status: 200, value: undefined },
    null: { status: 200, value: null },
  };
  return replies[manner.changes];
}

function creation(manner: Manner, value: object, location: string): Reply {
  const replies: Readonly<Record<Manner['creates'], Reply>> = {
    whole: { status: 201, value },
    bare: { status: 201, value },
    location: { status: 201, value: undefined, location },
    pointer: { status: 201, value: { id: 7 }, location },
    '204': { status: 204, value: undefined },
    '202': { status: 202, value: undefined },
    swallowed: { status: 202, value: undefined },
    blank: { status: 200, value: undefined },
  };
  return replies[manner.creates];
}

/** Bytes of the file in the form field `field`. */
function sizeOf(body: string, field: string): number {
  const head = new RegExp(`name="${field}"; filename="[^"]*"\\r\\n[^]*?\\r\\n\\r\\n`).exec(body);
  if (!head) throw new Error(`no file in the field ${field}`);
  return body.lastIndexOf('\r\n--') - (head.index + head[0].length);
}
