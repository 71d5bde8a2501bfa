/** Faults between client and service by call, with their expected results. */
import type { Fault } from '../fakes/fault-proxy.ts';
import type { Random } from './random.ts';

export const lineCalls = {
  token: /connect\/token$/,
  list: /^GET \S+\/testingdist\/profiles$/,
  look: /^GET \S+\/profiles\/\d+$/,
  create: /^POST \S+\/testingdist\/profiles$/,
  upload: /^POST \S+\/testingdist\/profiles\/\d+\/items$/,
  activate: /\/activate$/,
  send: /\/send$/,
};

export type LineCall = keyof typeof lineCalls;

export const lineCallNames = Object.keys(lineCalls) as LineCall[];

export type LineFault = {
  readonly name: string;
  /** Creates the fault. `length` is the size of the request body in bytes. */
  readonly make: (random: Random, length: number) => Fault;
  /** True if the fault lasts until it is removed; otherwise it affects one request. */
  readonly always?: true;
  /** Error code if the upload waits for the user; null if it recovers by itself. */
  readonly blocksWith?: (call: LineCall) => string | null;
  /** Minimum time before a retry, in milliseconds. */
  readonly minRetryMs?: number;
  /** True if short test runs include the fault. */
  readonly short?: true;
};

const problem = { 'content-type': 'application/problem+json' };
const page = '<html><head><title>Sign in to the network</title></head><body>…</body></html>';

function answer(
  status: number,
  more: Pick<LineFault, 'blocksWith' | 'minRetryMs' | 'short'> & {
    readonly headers?: Record<string, string>;
  } = {},
): LineFault {
  const { headers, ...rest } = more;
  const retryAfter = headers?.['retry-after'];
  return {
    name: `${status}${retryAfter ? ` with Retry-After: ${retryAfter}` : ''}`,
    make: () => ({
      kind: 'answer',
      status,
      headers: { ...problem, ...headers },
      body: JSON.stringify({ title: `Answered ${status}`, status }),
    }),
    ...rest,
  };
}

function always(fault: LineFault, code: string, atToken: string = code): LineFault {
  const blocksWith = (call: LineCall): string => (call === 'token' ? atToken : code);
  const { short: _, ...given } = fault;
  return { ...given, name: `always ${fault.name}`, always: true, blocksWith };
}

const isRead = (call: LineCall): boolean => call === 'list' || call === 'look';

const webPage: LineFault = {
  name: 'a web page with 200',
  make: () => ({ kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: page }),
  // Once the service has responded, a web page is attributed to a captive portal. Uploads (`create`,
  // `upload`) are not retried, because resending the file could duplicate the build.
  blocksWith: (call) => (['token', 'create', 'upload'].includes(call) ? 'api/webPage' : null),
};

const tooLarge = answer(413, { blocksWith: () => 'api/tooLarge' });

const halfAnHour = 30 * 60_000;

export const lineFaults: readonly LineFault[] = [
  { name: 'a reset before the first byte', make: () => ({ kind: 'reset', side: 'request', after: 0 }) },
  {
    name: 'a reset in the request',
    make: (random, length) => ({ kind: 'reset', side: 'request', after: Math.floor(random.next() * length) }),
    short: true,
  },
  {
    name: 'a cut after the last byte',
    make: () => ({ kind: 'reset', side: 'answer', after: 0 }),
    short: true,
  },
  {
    name: 'a reset in the answer',
    make: (random) => ({ kind: 'reset', side: 'answer', after: random.between(1, 900) }),
  },
  {
    name: 'a stall in the request',
    make: (random, length) => ({ kind: 'stall', side: 'request', after: Math.floor(random.next() * length) }),
    minRetryMs: 60_000,
  },
  {
    name: 'a stall before the answer',
    make: () => ({ kind: 'stall', side: 'answer', after: 0 }),
    minRetryMs: 60_000,
  },
  {
    name: 'a stall in the answer',
    make: (random) => ({ kind: 'stall', side: 'answer', after: random.between(1, 900) }),
    minRetryMs: 60_000,
  },
  { name: 'a trickle', make: () => ({ kind: 'slow', bytesPerSecond: 400_000 }) },
  // The identity endpoint uses 401 for wrong credentials, and retries would lock the account.
  answer(401, { blocksWith: (call) => (call === 'token' ? 'api/credentialsRefused' : null), short: true }),
  always(answer(401), 'api/unauthorized', 'api/credentialsRefused'),
  answer(408),
  tooLarge,
  always(tooLarge, 'api/tooLarge'),
  answer(429, { headers: { 'retry-after': '1800' }, minRetryMs: halfAnHour }),
  answer(429, {
    headers: { date: 'Sat, 21 Nov 2026 09:15:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:45:00 GMT' },
    minRetryMs: halfAnHour,
  }),
  answer(500),
  always(answer(500), 'api/serverError'),
  answer(503),
  always(answer(503), 'api/busy'),
  answer(507),
  webPage,
  {
    ...always(webPage, 'api/webPage'),
    blocksWith: (call) => (isRead(call) ? 'api/captivePortal' : 'api/webPage'),
  },
];
