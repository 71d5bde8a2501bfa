/**
 * The bridge in a browser tab: calls by POST /bridge/call, events by GET /bridge/events, files by POST /bridge/files.
 * The one-time token of the link is exchanged for a cookie this page cannot read and a secret of this page; each request
 * carries both.
 */
import type { Bridge, CallArguments, CallName, CallResult, Failure, Outcome } from '../preload/page.ts';
import type { Connection, ConnectionState } from './bridge-connection.ts';
import { openEvents } from './loopback-events.ts';
import { t } from './messages.ts';
import { createStore, type Store } from './state/store.ts';

const hostGone = (): Failure => ({
  code: 'renderer/host-gone',
  message: t('common.hostDoesNotAnswer'),
  remedy: 'retry',
});
const noSession = (): Failure => ({
  code: 'renderer/no-session',
  message: t('common.sessionOver'),
  remedy: 'none',
});

const failed = (failure: Failure): { readonly ok: false } & Failure => ({ ok: false, ...failure });

/** Waits, after `onNoSession`, for as long as the host gives this tab no session and no other tab has one. */
export async function connectLoopback(page: Window, onNoSession: () => void): Promise<Connection> {
  // A link pasted into an open tab of the same address changes the fragment alone, which loads nothing.
  page.addEventListener('hashchange', () => {
    if (tokenOf(page) !== null) page.location.reload();
  });
  const secret = openPageSecret(page);
  const ask = asking(secret);
  await exchangeToken(page, secret);
  const state = createStore<ConnectionState>('connected');
  const bridge = createLoopbackBridge(page, ask, state);
  let first = await bridge.call('app.info', {});
  while (!first.ok && first.code === noSession().code) {
    await secret.fromOtherTab(onNoSession);
    state.set('connected');
    first = await bridge.call('app.info', {});
  }
  if (!first.ok && first.code === hostGone().code) state.set('lost');
  const events = openEvents(page, () => ask('GET', '/bridge/events'), state);
  // What is read before the events flow would miss what happens in between.
  await events.firstTry;
  return { bridge: { ...bridge, on: events.on }, inWindow: false, state, onReconnect: events.onReconnect };
}

/** Gives `#token=…` away for a session and takes it out of the address bar and the history, whatever the answer. */
async function exchangeToken(page: Window, secret: PageSecret): Promise<void> {
  const token = tokenOf(page);
  if (token === null) return;
  page.history.replaceState(null, '', page.location.pathname + page.location.search);
  const response = await send(null, 'POST', '/bridge/session', 'application/json', JSON.stringify({ token }));
  const answer: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (typeof answer !== 'object' || answer === null || !('value' in answer)) return;
  if (typeof answer.value === 'string') secret.set(answer.value);
}

function tokenOf(page: Window): string | null {
  return new URLSearchParams(page.location.hash.replace(/^#/, '')).get('token');
}

type Ask = (...request: Request) => Promise<Response | null>;

type Request = readonly [method: 'GET' | 'POST', path: string, type?: string, body?: BodyInit];

/** Requests in the name of this page. */
function asking(secret: PageSecret): Ask {
  return async (...request) => {
    const sent = secret.get();
    const response = await send(sent, ...request);
    if (response?.status === 401 && secret.get() === sent) secret.set(null);
    return response;
  };
}

/** The answer, or null when the host cannot be reached. */
async function send(secret: string | null, ...[method, path, type, body]: Request): Promise<Response | null> {
  const headers = new Headers();
  if (secret !== null) headers.set('x-slipway-page', secret);
  if (type !== undefined) headers.set('content-type', type);
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers,
      body: body ?? null,
    });
  } catch {
    return null;
  }
}

async function outcomeOf<Value>(
  response: Response | null,
  state: Store<ConnectionState>,
): Promise<Outcome<Value>> {
  if (!response) return failed(hostGone());
  if (response.status === 401) {
    state.set('no-session');
    return failed(noSession());
  }
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as Outcome<Value>;
  return failed({
    code: 'renderer/unexpected-answer',
    message: t('common.unexpectedAnswer', { status: response.status }),
    remedy: 'report',
  });
}

/** What the tab does by itself; null for everything else. */
async function doneHere(page: Window, name: CallName, values: unknown): Promise<Outcome<null> | null> {
  if (name === 'app.copyText') {
    const { text } = values as CallArguments<'app.copyText'>;
    try {
      await page.navigator.clipboard.writeText(text);
      return { ok: true, value: null };
    } catch {
      return failed({ code: 'renderer/copy-refused', message: t('common.copyRefused'), remedy: 'none' });
    }
  }
  if (name === 'app.openLink') {
    const { url } = values as CallArguments<'app.openLink'>;
    if (!/^https?:/i.test(url)) {
      return failed({ code: 'renderer/link-refused', message: t('common.linkRefused'), remedy: 'none' });
    }
    page.open(url, '_blank', 'noopener,noreferrer');
    return { ok: true, value: null };
  }
  return null;
}

function createLoopbackBridge(page: Window, ask: Ask, state: Store<ConnectionState>): Omit<Bridge, 'on'> {
  return {
    call: async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
      const here = await doneHere(page, name, values);
      if (here) return here as Outcome<CallResult<Name>>;
      const body = JSON.stringify({ name, values });
      return outcomeOf(await ask('POST', '/bridge/call', 'application/json', body), state);
    },
    pathForFile: async (file) => {
      const path = `/bridge/files?name=${encodeURIComponent(file.name)}`;
      return outcomeOf(await ask('POST', path, 'application/octet-stream', file), state);
    },
  };
}

/**
 * The secret this page got for its link. It travels in a header only, so that the cookie, which browsers send to every
 * port of 127.0.0.1, opens nothing by itself. The storage of the tab keeps it over a reload; another tab of the same
 * address is told it by one that has it. Neither reaches a page on another port.
 */
const storageKey = 'slipway-page';
const channelName = 'slipway-page';
/** An open tab answers at once; one that sleeps answers when it wakes, and is heard then too. */
const answerMilliseconds = 300;

type Told = { readonly secret: string | null };

type PageSecret = {
  get(): string | null;
  /** Takes a new one, for all tabs without; null forgets it, here only. */
  set(secret: string | null): void;
  /** Waits for another tab to tell its secret. `onNone` is called when none answers soon; whatever comes later counts. */
  fromOtherTab(onNone: () => void): Promise<void>;
};

function openPageSecret(page: Window): PageSecret {
  const storage = storageOf(page);
  const channel = new BroadcastChannel(channelName);
  const refused = new Set<string>();
  let secret = storage?.getItem(storageKey) ?? null;
  let told: (() => void) | null = null;
  const keep = (value: string | null): void => {
    // Another tab may not know yet that the host takes it no more.
    if (value === null && secret !== null) refused.add(secret);
    secret = value;
    if (value === null) storage?.removeItem(storageKey);
    else storage?.setItem(storageKey, value);
  };
  const tell = (value: string | null): void => channel.postMessage({ secret: value } satisfies Told);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.secret === null) {
      if (secret !== null) tell(secret);
    } else if (told !== null && !refused.has(data.secret)) {
      keep(data.secret);
      told();
    }
  };
  return {
    get: () => secret,
    set: (value) => {
      keep(value);
      if (value !== null) tell(value);
    },
    fromOtherTab: (onNone) =>
      new Promise((resolve) => {
        const late = page.setTimeout(onNone, answerMilliseconds);
        told = () => {
          page.clearTimeout(late);
          told = null;
          resolve();
        };
        tell(null);
      }),
  };
}

/** Null where the browser keeps nothing for this page: no cookie either, so that there is no session. */
function storageOf(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
