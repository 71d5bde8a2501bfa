/**
 * Runs inside a process under test. At each change of a file or database below a folder, tests can kill the
 * process, or let the change fail as on a broken disk.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { withSlashes } from '../fakes/systems.ts';

export type Plan =
  /** Only records the points. */
  | { readonly kind: 'watch' }
  /** Ends the process before the change at point `at`, counted from 1. */
  | { readonly kind: 'kill'; readonly at: number }
  /** Fails change `at`: file operations with the error `code`, database statements with `errcode`. */
  | { readonly kind: 'fail'; readonly at: number; readonly code: string; readonly errcode: number };

export type FaultPoints = {
  /** Sets the plan and restarts the count of points. */
  plan(plan: Plan): void;
  /** Returns the points reached since the last plan. */
  met(): readonly string[];
};

type Method = (this: unknown, ...values: unknown[]) => unknown;

export async function installFaultPoints(folder: string): Promise<FaultPoints> {
  let current: Plan = { kind: 'watch' };
  let points: string[] = [];
  const reachPoint = (point: string, failure: (plan: Plan & { kind: 'fail' }) => Error): void => {
    points.push(point);
    if (current.kind === 'watch' || points.length !== current.at) return;
    if (current.kind === 'fail') throw failure(current);
    process.kill(process.pid, 'SIGKILL');
  };
  await patchFiles(folder, (point) =>
    reachPoint(point, ({ code }) => Object.assign(new Error(`${code}: planned, ${point}`), { code })),
  );
  patchDatabases((point) =>
    reachPoint(point, ({ errcode }) =>
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

/** Calls `before` each time a method is called. */
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

async function patchFiles(folder: string, reachPoint: (point: string) => void): Promise<void> {
  const paths = new WeakMap<object, string>();
  const within = (path: unknown): path is string => typeof path === 'string' && path.startsWith(folder);
  const short = (path: string): string =>
    withSlashes(path)
      .slice(folder.length + 1)
      .replaceAll(/[0-9a-f]{24,}/g, '…');
  // These methods are asynchronous, so the patched method rejects if `before` throws.
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
        paths.set(result, short(path));
      }
      return result;
    });
  };
  for (const name of ['open', 'rename', 'rm', 'mkdir'] as const) {
    later(fs, name, (_self, [path, flags]) => {
      if (within(path) && !(name === 'open' && flags === 'r')) reachPoint(`${name} ${short(path)}`);
    });
  }
  const handle = await fs.open(import.meta.filename);
  for (const name of ['writev', 'writeFile', 'sync']) {
    later(Object.getPrototypeOf(handle), name, (self) => {
      const changed = paths.get(self as object);
      if (changed !== undefined) reachPoint(`${name} ${changed}`);
    });
  }
  await handle.close();
  syncBuiltinESMExports();
}

function patchDatabases(reachPoint: (point: string) => void): void {
  patch(DatabaseSync.prototype, 'exec', (_self, [sql]) => {
    if (/^(BEGIN|COMMIT)/.test(String(sql))) reachPoint(String(sql));
  });
  patch(StatementSync.prototype, 'run', (self) => {
    const { sourceSQL } = self as StatementSync;
    reachPoint(sourceSQL.trim().split(/\s+/).slice(0, 3).join(' '));
  });
}
