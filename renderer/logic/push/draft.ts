import type { CallArguments } from '../../../preload/page.ts';

export type DraftRow = { readonly id: number; readonly key: string; readonly value: string };

export type DraftTarget = {
  /** With `message`, the recipient is in the JSON of the message. */
  readonly kind: 'device' | 'topic' | 'message';
  readonly text: string;
};

export type MessageDraft = {
  readonly sender: string;
  readonly target: DraftTarget;
  readonly form: 'rows' | 'json';
  readonly rows: readonly DraftRow[];
  readonly json: string;
};

export type RowProblem = 'empty' | 'twice';

export function emptyDraft(sender: string): MessageDraft {
  const rows = [
    { id: 1, key: 'title', value: '' },
    { id: 2, key: 'body', value: '' },
  ];
  return { sender, target: { kind: 'device', text: '' }, form: 'rows', rows, json: '' };
}

/** Creates a draft from an existing message. `to` is a token or `/topics/NAME`; null if unknown. */
export function draftOf(text: string, to: string | null, sender: string): MessageDraft {
  const rows = rowsIn(text);
  return {
    sender,
    target: targetIn(to),
    form: rows ? 'rows' : 'json',
    rows: rows ?? [],
    json: rows ? '' : text,
  };
}

/** Parses a recipient: `/topics/NAME`, or a token. */
export function targetIn(to: string | null): DraftTarget {
  const topic = /^\/topics\/(.+)$/.exec(to ?? '')?.[1];
  if (topic !== undefined) return { kind: 'topic', text: topic };
  return { kind: 'device', text: to ?? '' };
}

export function messageText({ form, rows, json }: Pick<MessageDraft, 'form' | 'rows' | 'json'>): string {
  return form === 'json' ? json : jsonOfRows(rows);
}

/** Converts between rows and JSON. Returns null if rows cannot represent the JSON. */
export function inOtherForm(draft: MessageDraft): MessageDraft | null {
  if (draft.form === 'rows') return { ...draft, form: 'json', json: jsonOfRows(draft.rows) };
  const rows = rowsIn(draft.json);
  if (!rows) return null;
  const target: DraftTarget =
    draft.target.kind === 'message' ? targetIn(addressIn(draft.json)) : draft.target;
  return { ...draft, form: 'rows', rows, target };
}

/** Returns the problems by row id. Ignores empty rows. */
export function rowProblems(rows: readonly DraftRow[]): ReadonlyMap<number, RowProblem> {
  const problems = new Map<number, RowProblem>();
  const seen = new Set<string>();
  for (const { id, key, value } of rows) {
    if (key.trim() === '') {
      if (value !== '') problems.set(id, 'empty');
    } else if (seen.has(key)) problems.set(id, 'twice');
    seen.add(key);
  }
  return problems;
}

export function sentTo({ form, target }: MessageDraft): CallArguments<'push.messages.send'>['target'] {
  const text = target.text.trim();
  if (target.kind === 'topic') return { kind: 'topic', name: text };
  return target.kind === 'message' && form === 'json' ? null : { kind: 'device', token: text };
}

function jsonOfRows(rows: readonly DraftRow[]): string {
  const used = rows.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key, value]);
  return JSON.stringify({ data: { notification: Object.fromEntries(used) } }, null, 2);
}

/** Returns the rows of a message with strings in `data.notification` only; null for any other message. */
function rowsIn(json: string): readonly DraftRow[] | null {
  const message = parsed(json);
  if (!isRecord(message) || !isRecord(message.data)) return null;
  const { notification, ...others } = message.data;
  if (!isRecord(notification) || Object.keys(others).length > 0) return null;
  if (Object.keys(message).some((name) => name !== 'to' && name !== 'data')) return null;
  const rows: DraftRow[] = [];
  for (const [key, value] of Object.entries(notification)) {
    if (typeof value !== 'string') return null;
    rows.push({ id: rows.length + 1, key, value });
  }
  return rows;
}

/** Returns the recipient in the JSON; null if missing or invalid. */
export function addressIn(json: string): string | null {
  const message = parsed(json);
  return isRecord(message) && typeof message.to === 'string' ? message.to : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Main reports the syntax error when the message is sent.
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
