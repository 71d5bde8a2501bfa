/**
 * Runs inside a process under test. Every change it makes below a folder, to a file or to a database, is a point; at a
 * chosen one the process ends as if it were killed there, or the change fails as a broken disk would make it fail.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { withSlashes } from '../fakes/systems.ts';

export type Plan =
  /** Only notes the points. */
  | { readonly kind: 'watch' }
  /** Ends the process before the change at point `at`, counted from 1. */
  | { readonly kind: 'kill'; readonly at: number }
  /** Lets the change at point `at` fail: a file with the system's `code`, a database with `errcode`. */
  | { readonly kind: 'fail'; readonly at: number; readonly code: string; readonly errcode: number };

export type FaultPoints = {
  /** From now on points are counted anew. */
  plan(plan: Plan): void;
  /** The points met since then, by what they change. */
  met(): readonly string[];
};

type Method = (this: unknown, ...values: unknown[]) => unknown;

export async function installFaultPoints(folder: string): Promise<FaultPoints> {
  let current: Plan = { kind: 'watch' };
  let points: string[] = [];
  const meet = (point: string, failure: (plan: Plan & { kind: 'fail' }) => Error): void => {
    points.push(point);
    if (current.kind === 'watch' || points.length !== current.at) return;
    if (current.kind === 'fail') throw failure(current);
    process.kill(process.pid, 'SIGKILL');
  };
  await patchFiles(folder, (point) =>
    meet(point, ({ code }) => Object.assign(new Error(`${code}: planned, ${point}`), { code })),
  );
  patchDatabases((point) =>
    meet(point, ({ errcode }) =>
      Object.assign(new Error(`planned: ${point}`), { code: 'ERR_SQLITE_ERROR', errcode }),
    ),
  );
  return {
    plan: (plan) => {
      current = plan;
      points = [];
    },
    met: () => points,
  };
}

/** Puts `before` in front of a method. */
function patch(
  owner: object,
  name: string,
  before: (self: unknown, values: readonly unknown[]) => void,
): void {
  const original = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function patched(this: unknown, ...values: unknown[]) {
    before(this, values);
    return original.apply(this, values);
  });
}

async function patchFiles(folder: string, meet: (point: string) => void): Promise<void> {
  const places = new WeakMap<object, string>();
  const within = (path: unknown): path is string => typeof path === 'string' && path.startsWith(folder);
  const short = (path: string): string =>
    withSlashes(path)
      .slice(folder.length + 1)
      .replaceAll(/[0-9a-f]{24,}/g, '…');
  // As these are asynchronous, what they throw has to come as a rejection.
  const later = (
    owner: object,
    name: string,
    before: (self: unknown, values: readonly unknown[]) => void,
  ) => {
    const original = Reflect.get(owner, name) as Method;
    Reflect.set(owner, name, async function patched(this: unknown, ...values: unknown[]) {
      before(this, values);
      const result = await original.apply(this, values);
      const [path] = values;
      if (name === 'open' && within(path) && typeof result === 'object' && result !== null) {
        places.set(result, short(path));
      }
      return result;
    });
  };
  for (const name of ['open', 'rename', 'rm', 'mkdir'] as const) {
    later(fs, name, (_self, [path, flags]) => {
      if (within(path) && !(name === 'open' && flags === 'r')) meet(`${name} ${short(path)}`);
    });
  }
  const handle = await fs.open(import.meta.filename);
  for (const name of ['writev', 'writeFile', 'sync']) {
    later(Object.getPrototypeOf(handle), name, (self) => {
      const place = places.get(self as object);
      if (place !== undefined) meet(`${name} ${place}`);
    });
  }
  await handle.close();
  syncBuiltinESMExports();
}

function patchDatabases(meet: (point: string) => void): void {
  patch(DatabaseSync.prototype, 'exec', (_self, [sql]) => {
    if (/^(BEGIN|COMMIT)/.test(String(sql))) meet(String(sql));
  });
  patch(StatementSync.prototype, 'run', (self) => {
    const { sourceSQL } = self as StatementSync;
    meet(sourceSQL.trim().split(/\s+/).slice(0, 3).join(' '));
  });
}
