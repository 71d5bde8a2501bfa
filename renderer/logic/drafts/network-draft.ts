/** Draft of the network settings as text; numbers are parsed on save. */
import type { CallArguments, NetworkView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { linesOf } from './folder-draft.ts';

type Values = CallArguments<'network.set'>;
export type Weekday = NetworkView['schedule'][number]['days'][number];

export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** `limit` is in MB/s, as typed by the user. */
export type HoursDraft = {
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly limit: string;
};

export type NetworkDraft = {
  readonly mode: NetworkView['proxy']['mode'];
  readonly url: string;
  readonly userName: string;
  readonly password: string;
  readonly bypass: string;
  readonly limit: string;
  readonly schedule: readonly HoursDraft[];
  readonly pauseOnMetered: boolean;
  readonly timeout: string;
};

export type NetworkPart = 'proxy' | 'bypass' | 'limit' | 'schedule' | 'pauseOnMetered' | 'timeout';

export const draftKeys: { readonly [Part in NetworkPart]: readonly (keyof NetworkDraft)[] } = {
  proxy: ['mode', 'url', 'userName', 'password'],
  bypass: ['bypass'],
  limit: ['limit'],
  schedule: ['schedule'],
  pauseOnMetered: ['pauseOnMetered'],
  timeout: ['timeout'],
};

/** Problem, and the path of its field in the settings, such as `schedule.0.from`. */
export type NetworkProblem = { readonly field: string; readonly text: () => string };

/** Same as the default in main. */
export const defaultTimeoutSeconds = 15;

const bytesPerMegabyte = 1_000_000;

export function networkDraft(view: NetworkView): NetworkDraft {
  const { proxy, bytesPerSecond, schedule, pauseOnMetered, connectTimeoutSeconds } = view;
  return {
    mode: proxy.mode,
    url: proxy.url ?? '',
    userName: proxy.userName ?? '',
    password: '',
    bypass: proxy.bypass.join('\n'),
    limit: limitText(bytesPerSecond),
    schedule: schedule.map(({ days, from, to, bytesPerSecond: limit }) => ({
      ...{ days, from, to },
      limit: limitText(limit),
    })),
    pauseOnMetered,
    timeout: String(connectTimeoutSeconds),
  };
}

export function isChanged(part: NetworkPart, draft: NetworkDraft, view: NetworkView): boolean {
  const stored = networkDraft(view);
  return draftKeys[part].some((key) => JSON.stringify(draft[key]) !== JSON.stringify(stored[key]));
}

export function awaitsAddress({ mode, url }: NetworkDraft, { proxy }: NetworkView): boolean {
  return mode === 'manual' && proxy.mode !== 'manual' && url.trim() === '';
}

/** Returns the arguments for one part, or the field to correct. Main checks combinations of fields. */
export function partValues(
  part: NetworkPart,
  draft: NetworkDraft,
): { values: Values } | { problem: NetworkProblem } {
  switch (part) {
    case 'proxy':
      return { values: { proxy: proxyValues(draft) } };
    case 'bypass':
      return { values: { proxy: { bypass: linesOf(draft.bypass, /[\n,]/) } } };
    case 'pauseOnMetered':
      return { values: { pauseOnMetered: draft.pauseOnMetered } };
    case 'schedule':
      return scheduleValues(draft);
    case 'limit': {
      const limit = limitOf(draft.limit);
      if (limit !== undefined) return { values: { bytesPerSecond: limit } };
      return { problem: { field: 'bytesPerSecond', text: () => t('settings.network.badNumber') } };
    }
    case 'timeout': {
      const field = 'connectTimeoutSeconds';
      if (/^\s*\d{1,4}\s*$/.test(draft.timeout)) return { values: { [field]: Number(draft.timeout) } };
      return { problem: { field, text: () => t('settings.network.badSeconds') } };
    }
  }
}

function proxyValues({ mode, url, userName, password }: NetworkDraft): NonNullable<Values['proxy']> {
  if (mode !== 'manual') return { mode };
  const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());
  const signIn = { userName: text(userName), ...(password === '' ? {} : { password }) };
  return { mode, url: text(url), ...signIn };
}

function scheduleValues({ schedule }: NetworkDraft): { values: Values } | { problem: NetworkProblem } {
  const limits = schedule.map((entry) => limitOf(entry.limit));
  const bad = limits.indexOf(undefined);
  if (bad >= 0) {
    return {
      problem: { field: `schedule.${bad}.bytesPerSecond`, text: () => t('settings.network.badNumber') },
    };
  }
  const entries = schedule.map(({ days, from, to }, index) => ({
    ...{ days: weekdays.filter((day) => days.includes(day)), from, to },
    bytesPerSecond: limits[index] ?? null,
  }));
  return { values: { schedule: entries } };
}

/** Returns a new schedule entry with the general limit, so that it has no effect until the user edits it. */
export const defaultHours = ({ limit }: NetworkDraft): HoursDraft => ({
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '08:00',
  to: '18:00',
  limit: limitOf(limit) === undefined ? '' : limit,
});

/** Returns null for no limit, undefined for an invalid number. */
function limitOf(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d{1,7}(\.\d{1,6})?$/.test(typed) ? Math.round(Number(typed) * bytesPerMegabyte) : undefined;
}

function limitText(bytesPerSecond: number | null): string {
  return bytesPerSecond === null ? '' : String(bytesPerSecond / bytesPerMegabyte);
}
