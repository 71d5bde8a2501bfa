/** Loaded with `--import`. Tests can kill the process at each write to a database or data file. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isWindows, withSlashes } from '../fakes/systems.ts';
import { type KillPlan, killedMark } from './kill-plan.ts';

const plan = JSON.parse(process.env.SLIPWAY_KILL_PLAN ?? 'null') as KillPlan;
let met = 0;

const kill = (): void => {
  if (isWindows) fs.writeSync(2, killedMark);
  process.kill(process.pid, 'SIGKILL');
};

/** Kills the program at the planned point, or returns a function that kills it afterwards; else null. */
function reachPoint(point: string): (() => void) | null {
  if (!point.includes(plan.only)) return null;
  met += 1;
  if (met !== plan.at) return null;
  if (plan.after) return kill;
  kill();
  return null;
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Treats each call of a method as a point that `nameOf` names. Calls with a null name are not points. */
function patch(
  owner: object,
  name: string,
  nameOf: (self: unknown, values: readonly unknown[]) => string | null,
): void {
  const original = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function patched(this: unknown, ...values: unknown[]) {
    const point = nameOf(this, values);
    const after = point === null ? null : reachPoint(point);
    const result = original.apply(this, values);
    if (after && result instanceof Promise) return result.finally(after);
    after?.();
    return result;
  });
}

const within = (path: unknown): path is string => typeof path === 'string' && path.startsWith(plan.folder);
const short = (path: string): string =>
  withSlashes(path)
    .slice(plan.folder.length + 1)
    .replaceAll(/[0-9a-f]{24,}|\.tmp-\w+/g, '…');

const changing = ['writeFileSync', 'renameSync', 'unlinkSync', 'openSync'] as const;
for (const name of [...changing, 'mkdirSync', 'copyFileSync', 'rmdirSync', 'rmSync'] as const) {
  patch(fs, name, (_self, [path, flags]) => {
    const changes =
      within(path) && !withSlashes(path).includes('/logs/') && !(name === 'openSync' && flags === 'r');
    return changes ? `file: ${name} ${short(path)}` : null;
  });
}
for (const name of ['writeFile', 'rename', 'rm'] as const) {
  patch(fs.promises, name, (_self, [path]) => (within(path) ? `file: ${name} ${short(path)}` : null));
}
syncBuiltinESMExports();

/** Returns the first words and upload state of an SQL statement; null if it changes nothing. */
function changeOf(sql: string, values: readonly unknown[]): string | null {
  const words = sql.trim().split(/\s+/);
  if (!/^(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|BEGIN|COMMIT|PRAGMA)$/.test(words[0] ?? '')) return null;
  const state = values.flatMap((value) => (typeof value === 'string' ? stateIn(value) : [])).join();
  const shown = /^(OR|INTO|FROM)$/.test(words[1] ?? '') ? words.slice(0, 5).join(' ') : words[0];
  return `database: ${shown?.replace(/\(.*/, '').trim()}${state && ` ${state}`}`;
}

/** Returns the state of an upload saved as JSON; empty for any other text. */
function stateIn(text: string): string[] {
  if (!text.startsWith('{')) return [];
  const { machine } = JSON.parse(text) as { machine?: { kind: string; step?: string } };
  return machine ? [`${machine.kind}${machine.step ? ` ${machine.step}` : ''}`] : [];
}

patch(DatabaseSync.prototype, 'exec', (_self, [sql]) => changeOf(String(sql), []));
patch(DatabaseSync.prototype, 'close', () => 'database: close');
for (const name of ['run', 'get']) {
  patch(StatementSync.prototype, name, (self, values) => changeOf((self as StatementSync).sourceSQL, values));
}
