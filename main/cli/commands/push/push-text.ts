import { textOf } from '../../../messages/text.ts';
import type { DoctorReport } from '../../../push/checks/check-workspace.ts';
import type { RuleReport } from '../../../push/checks/findings.ts';
import type { ResolvedNotification } from '../../../push/handler/resolver.ts';
import type { Simulation } from '../../../push/handler/simulator.ts';
import type { SentEntry } from '../../../push/sending/send-history.ts';
import type { PushRequest } from '../../../push/sending/send-requests.ts';
import { formatDateTime, formatTable } from '../../terminal/format.ts';

const verdicts = { pass: 'pass', fail: 'FAIL', unclear: 'unclear' } as const;

export function reportLines({ folder, rules }: DoctorReport): readonly string[] {
  const lines = rules.flatMap((rule) => [
    `${verdicts[rule.verdict].padEnd(12)}${textOf(rule.title)} (${rule.rule})`,
    ...rule.findings.map(({ file, line, column, message }) => {
      const location = [file, line, line === null ? null : column].filter((part) => part !== null).join(':');
      return `            ${location === '' ? '' : `${location}: `}${textOf(message)}`;
    }),
    ...(rule.fix ? [`            --fix ${rule.rule}: ${textOf(rule.fix.title)}`, ...changeLines(rule)] : []),
  ]);
  return [folder, ...lines];
}

export function fixLines(rule: RuleReport): readonly string[] {
  return rule.fix ? [`done        ${textOf(rule.fix.title)}`, ...changeLines(rule)] : [];
}

function changeLines({ fix }: RuleReport): readonly string[] {
  if (!fix) return [];
  const { change } = fix;
  const indent = ' '.repeat(14);
  if (change.kind === 'rename') return [`${indent}${change.file} → ${change.to}`];
  const linesOf = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const before = linesOf(change.before ?? '');
  const after = linesOf(change.after);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const maxCommon = Math.min(before.length, after.length) - start;
  while (end < maxCommon && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const out = before
    .slice(start, before.length - end)
    .filter((line) => change.before !== null || line !== '');
  return [
    `${indent}${change.file}:${start + 1}`,
    ...out.map((line) => `${indent}- ${line}`),
    ...after.slice(start, after.length - end).map((line) => `${indent}+ ${line}`),
  ];
}

export function resolvedLines(resolved: ResolvedNotification): readonly string[] {
  return formatTable(
    Object.values(resolved).map(({ property, value, explanation }) => [
      property,
      value === null ? '–' : String(value),
      textOf(explanation),
    ]),
  );
}

export function simulationLines(simulation: Simulation): readonly string[] {
  const { presentation, lost, channelChanges, callbacks, notes } = simulation;
  if (!presentation) return [`not received: ${lost ? textOf(lost) : ''}`];
  const { title, body, icon, shade, lockScreen, headsUp, sound, badge } = presentation;
  const yes = (value: boolean): string => (value ? 'yes' : 'no');
  const kind = { none: 'none', default: 'the device’s own' } as const;
  const rows = [
    ['title', title ?? '–', ''],
    ['body', body ?? '–', ''],
    ['icon', icon.value ?? 'the app’s own', textOf(icon.explanation)],
    ['shade', yes(shade.value), textOf(shade.explanation)],
    ['lock screen', yes(lockScreen.value), textOf(lockScreen.explanation)],
    ['banner', yes(headsUp.value), textOf(headsUp.explanation)],
    [
      'sound',
      sound.value.kind === 'file' ? sound.value.name : kind[sound.value.kind],
      textOf(sound.explanation),
    ],
    ['badge', yes(badge.value), textOf(badge.explanation)],
    ...channelChanges.map(({ change, channel, explanation }) => [
      'channel',
      `${channel.id} ${change.replace('-', ' ')}`,
      textOf(explanation),
    ]),
    ...callbacks.map(({ callback, explanation }) => ['callback', callback, textOf(explanation)]),
    ...notes.map((note) => ['note', '', textOf(note)]),
  ];
  return formatTable(rows);
}

export function requestLines(requests: readonly PushRequest[]): readonly string[] {
  return requests.flatMap(({ method, url, headers, body }) => [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
    '',
  ]);
}

export function historyLines(entries: readonly SentEntry[]): readonly string[] {
  const rows = entries.map(({ id, at, mode, sender, message, outcome }) => [
    String(id),
    formatDateTime(at),
    sender ?? mode,
    message.to.length > 24 ? `${message.to.slice(0, 23)}…` : message.to,
    outcome.ok ? 'accepted' : textOf(outcome),
  ]);
  return formatTable([['number', 'time', 'sender', 'to', 'outcome'], ...rows]);
}
