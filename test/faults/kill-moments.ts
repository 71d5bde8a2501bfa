/** Moments at which tests kill the program, from its first start until a build is sent. */
import { spawnSync } from 'node:child_process';
import type { Fault } from '../fakes/fault-proxy.ts';
import type { Random } from './random.ts';

export type KillMoment = {
  readonly name: string;
  readonly stage: number;
} /** Right before or after a change to the program's databases or files; see kill-points.ts. */ & (
  | { readonly kind: 'change'; readonly only: string; readonly at: number; readonly after: boolean }
  /** During a transfer: `far` is a fraction of the request body, or a number of response bytes. */
  | {
      readonly kind: 'line';
      readonly call: RegExp;
      readonly side: 'request' | 'answer';
      readonly far: number;
    }
  /** At a time after the start, in milliseconds. */
  | { readonly kind: 'time'; readonly ms: number }
  /** Right before or after a change to databases or files during a clean exit. */
  | { readonly kind: 'end'; readonly only: string; readonly at: number; readonly after: boolean }
  /** At the `at`-th call of a system function. */
  | { readonly kind: 'system'; readonly call: string; readonly at: number }
);

/** Stages of a build in order. Moments are sorted by stage. */
const stages = {
  start: 0,
  queue: 1,
  read: 2,
  choose: 3,
  upload: 4,
  arrived: 5,
  activate: 6,
  send: 7,
  done: 8,
};

type Stage = keyof typeof stages;

/** Changes that the program makes for every build, by stage. */
const changes: readonly (readonly [Stage, string])[] = [
  ['queue', 'INSERT INTO uploads queued inspect'],
  ['queue', 'INSERT INTO seen_file'],
  ['read', 'uploads working inspect'],
  ['read', 'file: rename icons/'],
  ['read', 'uploads queued choose'],
  ['choose', 'uploads working choose'],
  ['choose', 'INTO queue'],
  ['upload', 'uploads working upload'],
  ['arrived', 'INTO applications'],
  ['arrived', 'uploads working activate'],
  ['activate', 'uploads working send'],
  ['send', 'uploads done'],
];

export const calls = {
  token: /connect\/token$/,
  look: /^GET /,
  upload: /^POST \S+\/profiles(\/\d+\/items)?$/,
  activate: /\/activate$/,
  send: /\/send$/,
};

/** Returns the kill moments before and after each change of the first start. */
export function firstMoments(): KillMoment[] {
  const database = ['PRAGMA', 'BEGIN', 'CREATE', 'COMMIT'];
  const others = ['openSync settings.json', 'renameSync settings.json', 'INSERT INTO watched_folder'];
  return [...database, ...database, ...others].flatMap((only) => [
    change('start', only, 1, false),
    change('start', only, 1, true),
  ]);
}

/** Returns kill moments of every kind except `system`, some at random positions, in no particular order. */
export function roundOfMoments(random: Random): KillMoment[] {
  const atChanges = changes.flatMap(([stage, only]) => [
    change(stage, only, 1, false),
    change(stage, only, 1, true),
  ]);
  const body = [0.000_001, random.next(), random.next(), 0.999_999].map((far) =>
    line('upload', 'upload', 'request', far),
  );
  const answers = [
    line('arrived', 'upload', 'answer', 0),
    line('arrived', 'upload', 'answer', random.between(1, 900)),
    line('choose', 'look', 'request', 0),
    line('choose', 'look', 'answer', random.between(0, 300)),
    line('start', 'token', random.pick(['request', 'answer'] as const), 0),
    ...(['activate', 'send'] as const).flatMap((call) => [
      line(call, call, 'request', 0),
      line(call, call, 'answer', 0),
      line(call, call, 'answer', random.between(1, 200)),
    ]),
  ];
  const others: KillMoment[] = [
    {
      kind: 'time',
      stage: stages[random.pick(['start', 'upload', 'send'] as const)],
      ms: random.between(50, 1_500),
      name: 'a time',
    },
    {
      kind: 'end',
      stage: stages[random.pick(['queue', 'upload', 'done'] as const)],
      only: random.pick(['close', 'settings.json', 'uploads ']),
      at: random.between(1, 2),
      after: random.next() < 0.5,
      name: 'an end in order',
    },
  ];
  return [...atChanges, ...body, ...answers, ...others];
}

/** Returns moments between system calls. Without strace it prints the reason and returns none. */
export function systemMoments(random: Random, count: number): KillMoment[] {
  const found = spawnSync('strace', ['-f', '-e', 'trace=none', 'true'], { encoding: 'utf8' });
  if (found.status !== 0) {
    const reason = found.error?.message ?? found.stderr.trim();
    console.log(`Not killed between the calls of the system, because strace cannot be used: ${reason}.`);
    return [];
  }
  return Array.from({ length: count }, () => {
    const call = random.pick(['pwrite64', 'fsync', 'fsync', 'rename']);
    const at = call === 'rename' ? random.between(1, 2) : random.between(1, 12);
    return {
      kind: 'system',
      stage: stages[random.pick(['queue', 'upload', 'send'] as const)],
      call,
      at,
      name: `${call} ${at}`,
    };
  });
}

function change(stage: Stage, only: string, at: number, after: boolean): KillMoment {
  const name = `${after ? 'after' : 'before'} ${only}`;
  return { kind: 'change', stage: stages[stage], only, at, after, name };
}

function line(stage: Stage, call: keyof typeof calls, side: 'request' | 'answer', far: number): KillMoment {
  const position =
    side === 'answer' ? `${far} bytes of the answer` : `${Math.round(far * 100)} % of the request`;
  return { kind: 'line', stage: stages[stage], call: calls[call], side, far, name: `${call} at ${position}` };
}

/** Returns true if the program makes no request before the moment except the sign-in. */
export function isEarly(moment: KillMoment): boolean {
  return moment.kind === 'change' && moment.stage < stages.choose;
}

/** Returns the proxy fault for the moment. The connection stalls and `onReached` is called. */
export function faultAt(moment: KillMoment & { kind: 'line' }, length: number, onReached: () => void): Fault {
  const after = moment.side === 'answer' ? moment.far : Math.ceil(moment.far * length);
  return { kind: 'stall', side: moment.side, after, onReached };
}
