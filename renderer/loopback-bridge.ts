/**
 * Bridge of a browser tab to the host. Uses POST /bridge/call for calls, GET /bridge/events for
 * events, and POST /bridge/files for files. The one-time token of the link is exchanged for an
 * HttpOnly cookie and a page secret, which every request contains.
 */
import type { Bridge, CallArguments, CallName, CallResult, Failure, Outcome } from '../preload/page.ts';
import type { Connection, ConnectionState } from './bridge-connection.ts';
import { openEvents } from './loopback-events.ts';
import { t } from './messages.ts';
import { createStore, type Store } from './state/store.ts';

const hostUnreachable = (): Failure => ({
  code: 'renderer/host-gone',
  message: t('common.hostNoResponse'),
  remedy: 'retry',
});
const noSession = (): Failure => ({
  code: 'renderer/no-session',
  message: t('common.sessionOver'),
  remedy: 'none',
});

const failed = (failure: Failure): { readonly ok: false } & Failure => ({ ok: false, ...failure });

/** Connects the tab. Without a session, calls `onNoSession` and waits for the session of another tab. */
export async function connectLoopback(page: Window, onNoSession: () => void): Promise<Connection> {
  // Pasting a new link into an open tab changes only the fragment, which does not reload the page.
  page.addEventListener('hashchange', () => {
    if (tokenOf(page) !== null) page.location.reload();
  });
  const secret = openPageSecret(page);
  const ask = authenticatedRequests(secret);
  await exchangeToken(page, secret);
  const state = createStore<ConnectionState>('connected');
  const bridge = createLoopbackBridge(page, ask, state);
  let first = await bridge.call('app.info', {});
  while (!first.ok && first.code === noSession().code) {
    await secret.fromOtherTab(onNoSession);
    state.set('connected');
    first = await bridge.call('app.info', {});
  }
  if (!first.ok && first.code === hostUnreachable().code) state.set('lost');
  const events = openEvents(page, () => ask('GET', '/bridge/events'), state);
  // Waits for the event stream, because data read earlier could miss changes.
  await events.firstTry;
  return { bridge: { ...bridge, on: events.on }, inWindow: false, state, onReconnect: events.onReconnect };
}

/** Exchanges `#token=…` for a session. Always removes the token from the address bar and the history. */
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

type SendRequest = (...request: Request) => Promise<Response | null>;

type Request = readonly [method: 'GET' | 'POST', path: string, type?: string, body?: BodyInit];

function authenticatedRequests(secret: PageSecret): SendRequest {
  return async (...request) => {
    const sent = secret.get();
    const response = await send(sent, ...request);
    if (response?.status === 401 && secret.get() === sent) secret.set(null);
    return response;
  };
}

/** Returns the response; null if the host is unreachable. */
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
  if (!response) return failed(hostUnreachable());
  if (response.status === 401) {
    state.set('no-session');
    return failed(noSession());
  }
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as Outcome<Value>;
  return failed({
    code: 'renderer/unexpected-answer',
    message: t('common.unexpectedResponse', { status: response.status }),
    remedy: 'report',
  });
}

/** Performs calls that the browser can handle without the host; returns null for all others. */
async function handleInTab(page: Window, name: CallName, values: unknown): Promise<Outcome<null> | null> {
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

function createLoopbackBridge(
  page: Window,
  ask: SendRequest,
  state: Store<ConnectionState>,
): Omit<Bridge, 'on'> {
  return {
    call: async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
      const here = await handleInTab(page, name, values);
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
 * The page secret is sent only in a header, because browsers send the cookie to every port of
 * 127.0.0.1. `sessionStorage` keeps it across reloads, and a BroadcastChannel shares it with tabs
 * of the same origin. Pages on other ports have access to neither.
 */
const storageKey = 'slipway-page';
const channelName = 'slipway-page';
/** Usually enough for a reply. A later reply, for example from a suspended tab, is still accepted. */
const replyTimeoutMs = 300;

type SecretMessage = { readonly secret: string | null };

type PageSecret = {
  get(): string | null;
  /** Stores a secret in this tab and offers it to tabs without one. Null deletes it in this tab only. */
  set(secret: string | null): void;
  /** Waits for the secret of another tab. Calls `onNone` after `replyTimeoutMs`, and continues to wait. */
  fromOtherTab(onNone: () => void): Promise<void>;
};

function openPageSecret(page: Window): PageSecret {
  const storage = storageOf(page);
  const channel = new BroadcastChannel(channelName);
  const refused = new Set<string>();
  let secret = storage?.getItem(storageKey) ?? null;
  let onSecret: (() => void) | null = null;
  const storeSecret = (value: string | null): void => {
    // Another tab may offer the rejected secret again.
    if (value === null && secret !== null) refused.add(secret);
    secret = value;
    if (value === null) storage?.removeItem(storageKey);
    else storage?.setItem(storageKey, value);
  };
  const postSecret = (value: string | null): void =>
    channel.postMessage({ secret: value } satisfies SecretMessage);
  channel.onmessage = ({ data }: MessageEvent<SecretMessage>) => {
    if (data.secret === null) {
      if (secret !== null) postSecret(secret);
    } else if (onSecret !== null && !refused.has(data.secret)) {
      storeSecret(data.secret);
      onSecret();
    }
  };
  return {
    get: () => secret,
    set: (value) => {
      storeSecret(value);
      if (value !== null) postSecret(value);
    },
    fromOtherTab: (onNone) =>
      new Promise((resolve) => {
        const late = page.setTimeout(onNone, replyTimeoutMs);
        onSecret = () => {
          page.clearTimeout(late);
          onSecret = null;
          resolve();
        };
        postSecret(null);
      }),
  };
}

/** Returns null if the browser blocks storage. Cookies are then blocked too, so there can be no session. */
function storageOf(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
