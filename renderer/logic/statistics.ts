/** What the charts show: how long each bar is and what stands beside it. Pure. */
import type { BuildsUse, UploadView, VersionView } from '../../preload/page.ts';
import { finishedAt } from './uploads.ts';
import { orderVersions, versionLabel } from './versions.ts';

export const compared = 10;

/** Each of the whole bar, 0 to 1; all 0 where there is nothing to compare. */
export function sharesOf(values: readonly number[], largest: number): readonly number[] {
  return values.map((value) => (largest > 0 ? Math.min(1, value / largest) : 0));
}

/** Each number includes the ones after it, so that the bars lie on one another. */
export const reachSteps = ['sent', 'opened', 'downloaded'] as const;

export type VersionReach = {
  readonly version: VersionView;
  /** In the order of `reachSteps`. */
  readonly counts: readonly number[];
  readonly shares: readonly number[];
  /** Another of them is called the same, as on two platforms. */
  readonly isTwice: boolean;
};

export function reachOfVersions(versions: readonly VersionView[]): readonly VersionReach[] {
  const newest = orderVersions(versions).slice(0, compared);
  const largest = Math.max(0, ...newest.map(({ reach }) => reach.sent));
  const called = Map.groupBy(newest, versionLabel);
  return newest.map((version) => {
    const counts = reachSteps.map((step) => version.reach[step]);
    const isTwice = (called.get(versionLabel(version))?.length ?? 0) > 1;
    return { version, counts, shares: sharesOf(counts, largest), isTwice };
  });
}

/** Bytes a second, with the time the service takes to answer; null where it is not known. */
export const speedOf = ({ sentInMs, totalBytes }: UploadView): number | null =>
  sentInMs !== null && sentInMs > 0 && totalBytes > 0 ? (totalBytes * 1_000) / sentInMs : null;

type Measured = { readonly upload: UploadView; readonly bytesPerSecond: number };
export type UploadSpeed = Measured & { readonly share: number };

/** The last uploads to the account of this one, with it among them, newest first; none without its own speed. */
export function speedsBeside(own: UploadView, uploads: readonly UploadView[]): readonly UploadSpeed[] {
  const measuredOwn = measured(own);
  if (measuredOwn.length === 0) return [];
  const others = uploads
    .filter(({ id, accountId }) => accountId === own.accountId && id !== own.id)
    .flatMap(measured)
    .sort(newestFirst);
  const last = [...measuredOwn, ...others.slice(0, compared - 1)].sort(newestFirst);
  const largest = Math.max(...last.map(({ bytesPerSecond }) => bytesPerSecond));
  return last.map((each) => ({ ...each, share: each.bytesPerSecond / largest }));
}

function measured(upload: UploadView): readonly Measured[] {
  const bytesPerSecond = speedOf(upload);
  return bytesPerSecond === null ? [] : [{ upload, bytesPerSecond }];
}

function newestFirst(a: Measured, b: Measured): number {
  return finishedAt(b.upload) - finishedAt(a.upload);
}

const named = 8;

export type UsageBars = {
  readonly rows: readonly { readonly use: BuildsUse; readonly share: number }[];
  /** All that come after these, as one; null when none do. */
  readonly rest: {
    readonly owners: number;
    readonly builds: number;
    readonly bytes: number;
    readonly share: number;
  } | null;
  /** Some bytes are counted for another of them. */
  readonly shared: boolean;
};

export function usageBars(usage: readonly BuildsUse[]): UsageBars {
  // One more is named rather than counted as the only other.
  const shown = usage.length === named + 1 ? usage : usage.slice(0, named);
  const others = usage.slice(shown.length);
  const sum = (of: 'builds' | 'bytes'): number => others.reduce((total, use) => total + use[of], 0);
  const largest = Math.max(0, sum('bytes'), ...shown.map(({ bytes }) => bytes));
  const shareOf = (bytes: number): number => sharesOf([bytes], largest)[0] ?? 0;
  return {
    rows: shown.map((use) => ({ use, share: shareOf(use.bytes) })),
    rest:
      others.length === 0
        ? null
        : { owners: others.length, builds: sum('builds'), bytes: sum('bytes'), share: shareOf(sum('bytes')) },
    shared: usage.some(({ bytes }) => bytes === 0),
  };
}
