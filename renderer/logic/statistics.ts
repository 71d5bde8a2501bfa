import type { BuildsUse, VersionView } from '../../preload/page.ts';
import { mailedCount, orderVersions, versionLabel } from './versions.ts';

export const maxCompared = 10;

/** Returns `value` as a fraction of `whole`, 0 to 1; 0 if `whole` is 0. */
const shareOf = (value: number, whole: number): number => (whole > 0 ? Math.min(1, value / whole) : 0);

/** The count of each step includes the later steps. */
export const deliverySteps = ['reached', 'opened', 'downloaded'] as const;

export type VersionDelivery = {
  readonly version: VersionView;
  readonly counts: readonly number[];
  /** True if another version has the same label, for example on another platform. */
  readonly isTwice: boolean;
};

export function deliveryOfVersions(versions: readonly VersionView[]): readonly VersionDelivery[] {
  const newest = orderVersions(versions).slice(0, maxCompared);
  const called = Map.groupBy(newest, versionLabel);
  return newest.map((version) => {
    const { opened, downloaded } = version.mail;
    const counts = [mailedCount(version.mail), opened + downloaded, downloaded];
    const isAmbiguous = (called.get(versionLabel(version))?.length ?? 0) > 1;
    return { version, counts, isTwice: isAmbiguous };
  });
}

/** Returns the fraction of the reached recipients for each step, 0 to 1; null for the first step. */
export function stepShares([reached = 0, ...later]: readonly number[]): readonly (number | null)[] {
  return [null, ...later.map((count) => shareOf(count, reached))];
}

/** Returns the total of each step. */
export const totalCounts = (deliveries: readonly VersionDelivery[]): readonly number[] =>
  deliverySteps.map((_, step) => deliveries.reduce((total, { counts }) => total + (counts[step] ?? 0), 0));

const maxNamed = 8;

export type UsageBars = {
  readonly rows: readonly { readonly use: BuildsUse; readonly share: number }[];
  /** All other owners combined; null if there are none. */
  readonly rest: {
    readonly owners: number;
    readonly builds: number;
    readonly bytes: number;
    readonly share: number;
  } | null;
  /** True if identical builds of several owners are counted for only one of them. */
  readonly shared: boolean;
};

export function usageBars(usage: readonly BuildsUse[]): UsageBars {
  // A single remaining owner is shown by name instead of as the rest.
  const shown = usage.length === maxNamed + 1 ? usage : usage.slice(0, maxNamed);
  const others = usage.slice(shown.length);
  const sum = (of: 'builds' | 'bytes'): number => others.reduce((total, use) => total + use[of], 0);
  const max = Math.max(0, sum('bytes'), ...shown.map(({ bytes }) => bytes));
  return {
    rows: shown.map((use) => ({ use, share: shareOf(use.bytes, max) })),
    rest:
      others.length === 0
        ? null
        : {
            owners: others.length,
            builds: sum('builds'),
            bytes: sum('bytes'),
            share: shareOf(sum('bytes'), max),
          },
    shared: usage.some(({ bytes }) => bytes === 0),
  };
}
