/** The network as it is entered: texts and lines; numbers are read when it is saved. Pure. */
import type { CallArguments, NetworkView } from '../../../preload/page.ts';
import { linesOf } from './folder-draft.ts';

type Values = CallArguments<'network.set'>;
export type Weekday = Values['schedule'][number]['days'][number];

export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Limits are in MB/s, as typed. */
export type HoursDraft = {
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly limit: string;
};

export type NetworkDraft = {
  readonly mode: Values['proxy']['mode'];
  readonly url: string;
  readonly userName: string;
  readonly password: string;
  readonly bypass: string;
  readonly caFiles: readonly string[];
  readonly limit: string;
  readonly schedule: readonly HoursDraft[];
  readonly pauseOnMetered: boolean;
  readonly timeout: string;
};

/** Fields that hold no number where one must be; `schedule` by the place of the entry. */
export type NetworkProblems = {
  readonly limit: boolean;
  readonly timeout: boolean;
  readonly schedule: readonly number[];
};

const bytesPerMegabyte = 1_000_000;

export function networkDraft(view: NetworkView): NetworkDraft {
  const { proxy, caFiles, bytesPerSecond, schedule, pauseOnMetered, connectTimeoutSeconds } = view;
  return {
    mode: proxy.mode,
    url: proxy.url ?? '',
    userName: proxy.userName ?? '',
    password: '',
    bypass: proxy.bypass.join('\n'),
    caFiles: caFiles.map(({ path }) => path),
    limit: limitText(bytesPerSecond),
    schedule: schedule.map(({ days, from, to, bytesPerSecond: limit }) => ({
      ...{ days, from, to },
      limit: limitText(limit),
    })),
    pauseOnMetered,
    timeout: String(connectTimeoutSeconds),
  };
}

/** What is saved, or which fields must be corrected. Everything else is checked where it is stored. */
export function takeNetwork(
  draft: NetworkDraft,
):
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly problems: NetworkProblems } {
  const limit = limitOf(draft.limit);
  const timeout = /^\s*\d{1,4}\s*$/.test(draft.timeout) ? Number(draft.timeout) : null;
  const limits = draft.schedule.map((entry) => limitOf(entry.limit));
  const bad = limits.flatMap((each, index) => (each === undefined ? [index] : []));
  if (limit === undefined || timeout === null || bad.length > 0) {
    const problems = { limit: limit === undefined, timeout: timeout === null, schedule: bad };
    return { ok: false, problems };
  }
  const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());
  return {
    ok: true,
    values: {
      proxy: {
        ...{ mode: draft.mode, url: text(draft.url), userName: text(draft.userName) },
        bypass: linesOf(draft.bypass, /[\n,]/),
        ...(draft.password === '' ? {} : { password: draft.password }),
      },
      caFiles: [...draft.caFiles],
      bytesPerSecond: limit,
      schedule: draft.schedule.map(({ days, from, to }, index) => ({
        ...{ days: weekdays.filter((day) => days.includes(day)), from, to },
        bytesPerSecond: limits[index] ?? null,
      })),
      pauseOnMetered: draft.pauseOnMetered,
      connectTimeoutSeconds: timeout,
    },
  };
}

/** Null: no limit. Undefined: no number. */
function limitOf(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d{1,7}(\.\d{1,6})?$/.test(typed) ? Math.round(Number(typed) * bytesPerMegabyte) : undefined;
}

function limitText(bytesPerSecond: number | null): string {
  return bytesPerSecond === null ? '' : String(bytesPerSecond / bytesPerMegabyte);
}
