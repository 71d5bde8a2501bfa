/**
 * The bridge in a browser tab: calls by POST /bridge/call, events by EventSource on /bridge/events, files by
 * POST /bridge/files. The one-time token of the link is exchanged for a cookie this page cannot read.
 */
import type {
  Bridge,
  BridgeEvents,
  CallArguments,
  CallName,
  CallResult,
  EventName,
  Failure,
  Outcome,
} from '../preload/contract.ts';
import type { Connection, ConnectionState } from './bridge.ts';
import { createStore, type Store } from './state/store.ts';
import { words } from './words/common.ts';

const hostGone: Failure = { code: 'renderer/host-gone', message: words.hostDoesNotAnswer, remedy: 'retry' };
const noSession: Failure = { code: 'renderer/no-session', message: words.sessionOver, remedy: 'none' };
const retryMilliseconds = 2_000;

const failed = (failure: Failure): { readonly ok: false } & Failure => ({ ok: false, ...failure });

/** Null when the host gives this tab no session. */
export async function connectLoopback(page: Window): Promise<Connection | null> {
  await exchangeToken(page);
  const state = createStore<ConnectionState>('connected');
  const bridge = createLoopbackBridge(page, state);
  const first = await bridge.call('app.info', {});
  if (!first.ok && first.code === noSession.code) return null;
  if (!first.ok && first.code === hostGone.code) state.set('lost');
  const events = openEvents(page, state, bridge);
  // What is read before the events flow would miss what happens in between.
  await events.firstTry;
  return { bridge: { ...bridge, on: events.on }, inWindow: false, state, onReconnect: events.onReconnect };
}

/** Gives `#token=…` away for a cookie and takes it out of the address bar and the history, whatever the answer. */
async function exchangeToken(page: Window): Promise<void> {
  const token = new URLSearchParams(page.location.hash.replace(/^#/, '')).get('token');
  if (!token) return;
  page.history.replaceState(null, '', page.location.pathname + page.location.search);
  await post('/bridge/session', 'application/json', JSON.stringify({ token }));
}

/** The answer, or null when the host cannot be reached. */
async function post(path: string, type: string, body: BodyInit): Promise<Response | null> {
  try {
    return await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': type },
      body,
    });
  } catch {
    return null;
  }
}

async function outcomeOf<Value>(
  response: Response | null,
  state: Store<ConnectionState>,
): Promise<Outcome<Value>> {
  if (!response) return failed(hostGone);
  if (response.status === 401) {
    state.set('no-session');
    return failed(noSession);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as Outcome<Value>;
  return failed({
    code: 'renderer/unexpected-answer',
    message: words.unexpectedAnswer(response.status),
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
      return failed({ code: 'renderer/copy-refused', message: words.copyRefused, remedy: 'none' });
    }
  }
  if (name === 'app.openLink') {
    const { url } = values as CallArguments<'app.openLink'>;
    if (!/^https?:/i.test(url)) {
      return failed({ code: 'renderer/link-refused', message: words.linkRefused, remedy: 'none' });
    }
    page.open(url, '_blank', 'noopener,noreferrer');
    return { ok: true, value: null };
  }
  return null;
}

function createLoopbackBridge(page: Window, state: Store<ConnectionState>): Omit<Bridge, 'on'> {
  return {
    call: async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
      const here = await doneHere(page, name, values);
      if (here) return here as Outcome<CallResult<Name>>;
      return outcomeOf(
        await post('/bridge/call', 'application/json', JSON.stringify({ name, values })),
        state,
      );
    },
    pathForFile: async (file) =>
      outcomeOf(
        await post(`/bridge/files?name=${encodeURIComponent(file.name)}`, 'application/octet-stream', file),
        state,
      ),
  };
}

type Events = Pick<Bridge, 'on'> &
  Pick<Connection, 'onReconnect'> & {
    /** Settles when events flow, or when the first attempt to get them failed and others follow. */
    readonly firstTry: Promise<void>;
  };

function openEvents(page: Window, state: Store<ConnectionState>, bridge: Omit<Bridge, 'on'>): Events {
  const listeners = new Map<EventName, Set<(value: never) => void>>();
  const reconnected = new Set<() => void>();
  const firstTry = Promise.withResolvers<void>();
  let source: EventSource;
  let tried = false;

  const dispatch = (event: MessageEvent<string>): void => {
    const value: unknown = JSON.parse(event.data);
    for (const listener of [...(listeners.get(event.type as EventName) ?? [])]) listener(value as never);
  };
  const endFirstTry = (): void => {
    tried = true;
    firstTry.resolve();
  };
  const listenTo = (name: EventName): void => source.addEventListener(name, dispatch);
  const open = (): void => {
    source = new EventSource('/bridge/events');
    source.onopen = () => {
      state.set('connected');
      if (tried) for (const listener of [...reconnected]) listener();
      endFirstTry();
    };
    source.onerror = () => {
      endFirstTry();
      void lost();
    };
    for (const name of listeners.keys()) listenTo(name);
  };
  // The browser reconnects by itself only after a dropped connection, not after an answer it did not like.
  const lost = async (): Promise<void> => {
    if (state.get() === 'no-session') return;
    state.set('lost');
    if (source.readyState !== EventSource.CLOSED) return;
    const answer = await bridge.call('app.info', {});
    if (answer.ok || answer.code !== noSession.code) page.setTimeout(open, retryMilliseconds);
  };
  open();
  return {
    firstTry: firstTry.promise,
    on: <Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void) => {
      const known = listeners.get(name);
      const set = known ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      if (!known) listenTo(name);
      return () => set.delete(listener);
    },
    onReconnect: (listener) => {
      reconnected.add(listener);
      return () => reconnected.delete(listener);
    },
  };
}
