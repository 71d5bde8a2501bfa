import type { Bridge, Failure } from '../../../preload/page.ts';

/** Failures that the page may still show, to be translated after a language change. */
let shown: readonly WeakRef<Failure>[] = [];

const isFailure = (value: object): value is Failure => 'code' in value && 'remedy' in value;

const failuresIn = (value: unknown): readonly Failure[] => {
  if (typeof value !== 'object' || value === null) return [];
  return isFailure(value) ? [value] : Object.values(value).flatMap(failuresIn);
};

const current = (): readonly Failure[] => shown.flatMap((failure) => failure.deref() ?? []);

/** Tracks the failures in the result of a command. Query results are read again instead. */
export function trackFailures(result: unknown): void {
  const added = failuresIn(result);
  if (added.length > 0) shown = [...current(), ...added].map((failure) => new WeakRef(failure));
}

/** Translates the tracked failures into the current language of the main process. */
export async function translateFailures(bridge: Bridge): Promise<void> {
  const failures = current();
  if (failures.length === 0) return;
  const texts = await bridge.call('app.failures', {
    failures: failures.map(({ code, remedy, message, source, values = {} }) => ({
      ...{ code, remedy, message },
      values: source ?? values,
    })),
  });
  if (!texts.ok) return;
  for (const [index, failure] of failures.entries()) Object.assign(failure, texts.value[index]);
}
