import { parseSync } from 'vite';

export type BadName = { readonly name: string; readonly line: number; readonly instead: string };

/** Rejected names with their replacements. The case of the first letter is ignored. */
const names: Readonly<Record<string, string>> = {
  said: 'text, reason',
  say: 'text, translate',
  saying: 'translate, localise',
  told: 'notified; for events a counter or id',
  tell: 'notify',
  place: 'screen, position, target, slots, path, bounds, endpoint',
  placeOf: 'screenOf, positionOf, targetOf, …',
  placeIn: 'screenIn, positionIn, targetIn, …',
  reach: 'exposure',
  held: 'blocked',
  kept: 'stored, saved',
  keptAside: 'quarantined',
  doubt: 'sendWarning',
  judge: 'verify',
  care: 'VerificationDepth',
  sighting: 'FileProbe, probe',
  examine: 'probe',
  settle: 'complete, stabilise',
  passOver: 'markExistingAsSeen',
  lookBack: 'requeueUnfinished',
  sought: 'lookup-schedule',
  afterLoss: 'reconcile',
  findAgain: 'duplicateCheck',
  lateCopies: 'duplicateCheck',
  isOver: 'isFinished',
  isPassing: 'isTransient',
  patience: 'RetryOptions',
  withPatience: 'withRetry',
  tries: 'attempts, retries',
  surroundings: 'LaunchOptions, environment',
  running: 'RunningApp',
  useAsk: 'useCommand',
  useAnswer: 'useCallQuery',
  waysOut: 'nextActions',
  goThere: 'openVersion',
  putBack: 'restore',
  tryOut: 'dryRun',
  ruleWords: 'ruleText',
  letter: 'MailTemplate, message',
  carrier: 'MailTransport',
  tokenAct: 'TokenScope',
  madeUser: 'CreatedUser',
  signIns: 'credentials',
  door: 'localServer',
  desk: 'client',
  visit: 'connect, request',
  turns: 'concurrencyLimit, limit',
  ledger: 'uploadStore',
  speaker: 'translator',
  speakerOf: 'translatorOf',
  tongue: 'locale',
  phrasebook: 'catalogue',
  news: 'changeFeed, changes',
  beat: 'healthCheck',
  fold: 'normaliseCase',
  rescue: 'recovery',
  guessBrake: 'rateLimiter',
  brake: 'rateLimiter',
  shelved: 'evicted',
  timetable: 'schedule',
};

/** Rejected beginnings and endings of names. */
const patterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^usual[A-Z]/, 'default…'],
  [/^(?:most|longest|largest)[A-Z]/, 'max…'],
  [/^least[A-Z]/, 'min…'],
  [/[a-z]Words$/, '…Text, …Label'],
];

/** Exceptions with their reasons. An entry with a path applies only to that file. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['running', 'Uploads, calls or programs that run; only the type `Running` was renamed.'],
  ['letter', 'A letter of the alphabet; only the type `Letter` was renamed.'],
  ['main/service/mail/outbox.ts decodeWords', 'A function of postal-mime.'],
  ['main/service/mail/sender/txt-lookup.ts tries', 'An option of Resolver of node:dns.'],
  ['test/unit/service/sender/check-sender.test.ts tries', 'An option of Resolver of node:dns.'],
  ['test/unit/structure/patterns.slow.test.ts visit', 'A method of the visitor of vite.'],
]);

/** Returns the replacement of a rejected name; undefined if `name` is allowed. */
function betterName(file: string, name: string): string | undefined {
  const plain = name.replace(/^[#_]+/, '');
  if (allowed.has(plain) || allowed.has(`${file} ${plain}`)) return undefined;
  const key = plain.charAt(0).toLowerCase() + plain.slice(1);
  if (Object.hasOwn(names, key)) return names[key];
  return patterns.find(([pattern]) => pattern.test(plain))?.[1];
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the rejected identifiers and property names of a TypeScript source, in order. */
export function badNames(file: string, source: string): readonly BadName[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = new Map<number, BadName>();
  const add = (name: unknown, start: number): void => {
    const instead = typeof name === 'string' ? betterName(file, name) : undefined;
    if (instead === undefined) return;
    found.set(start, { name: String(name), line: source.slice(0, start).split('\n').length, instead });
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (!isNode(value)) return;
    if (/^(?:JSX|Private)?Identifier$/.test(value.type)) add(value['name'], value.start);
    const key = value['key'];
    if (isNode(key) && key.type === 'Literal') add(key['value'], key.start);
    for (const child of Object.values(value)) walk(child);
  };
  walk(program);
  return [...found.values()].sort((one, other) => one.line - other.line);
}
