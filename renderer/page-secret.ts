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

export type PageSecret = {
  get(): string | null;
  /** Takes a new one, for all tabs without; null forgets it, here only. */
  set(secret: string | null): void;
  /** Waits for another tab to tell its secret. `onNone` is called when none answers soon; whatever comes later counts. */
  fromOtherTab(onNone: () => void): Promise<void>;
};

export function openPageSecret(page: Window): PageSecret {
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
