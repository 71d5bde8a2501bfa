/**
 * Prevents a malformed record from making a whole list unreadable: empties unreadable fields and omits
 * unusable records. Never invents fields that identify a resource. Pure.
 */
import type { z } from 'zod';

export type RepairOptions = {
  /** True if the resource contains its child list. Then other missing fields may be repaired. */
  readonly isWhole: boolean;
};

type Issue = z.core.$ZodIssue;
type Path = Issue['path'];

/**
 * Fixes the issues in `value` and returns their paths, such as `3.uploadDateTimeUtc`. Changes nothing and
 * returns null if an issue cannot be fixed, or if the outermost list would become empty.
 */
export function repair(
  value: unknown,
  issues: readonly Issue[],
  options: RepairOptions,
): readonly string[] | null {
  const removed = new Map<unknown[], Set<number>>();
  const fixes: (() => void)[] = [];
  for (const issue of issues) {
    const fix = createFix(value, issue, options) ?? createNullFix(value, issue.path);
    const element = fix ? null : elementOf(value, issue.path);
    if (!fix && !element) return null;
    if (fix) fixes.push(fix);
    if (element) removed.set(element.list, (removed.get(element.list) ?? new Set()).add(element.index));
  }
  if (Array.isArray(value) && removed.get(value)?.size === value.length) return null;
  for (const fix of fixes) fix();
  for (const [list, indexes] of removed) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
  }
  return [...new Set(issues.map(({ path }) => path.join('.')))];
}

/** Fields that identify a resource and are never repaired. */
const identifyingFields = /^(id|memberId|teamId|ownerId)$/;
/** Fields repaired only in list items and whole resources; `isActive` only in list items. */
const requiredFields = /^(name|version|enabled|isActive)$/;
const ownerFields = /^(applicationId|profileId)$/;

function createFix(value: unknown, issue: Issue, { isWhole }: RepairOptions): (() => void) | null {
  const { path } = issue;
  const field = path.at(-1);
  const record = valueAt(value, path.slice(0, -1));
  if (typeof field !== 'string' || typeof record !== 'object' || record === null) return null;
  const isListed = path.some((key) => typeof key === 'number');
  if (identifyingFields.test(field) || (requiredFields.test(field) && !isListed && !isWhole)) return null;
  if (field === 'isActive' && !isListed) return null;
  const unknown = ownerFields.test(field) ? ownerOf(value, path) : emptyValue(issue);
  if (unknown === undefined) return null;
  return () => Object.assign(record, { [field]: unknown });
}

/** Returns the empty value for a field with this issue; undefined if there is none. */
function emptyValue(issue: Issue): unknown {
  if (issue.code === 'invalid_format') return issue.format === 'datetime' ? neverTimestamp : undefined;
  if (issue.code !== 'invalid_type')
    return issue.code === 'too_big' || issue.code === 'too_small' ? 0 : undefined;
  const { expected } = issue as { readonly expected: string };
  if (String(issue.path.at(-1)).endsWith('DateTimeUtc')) return neverTimestamp;
  return new Map<string, unknown>([
    ['string', ''],
    ['number', 0],
    ['int', 0],
    ['boolean', false],
    ['array', []],
  ]).get(expected);
}

/** Time that services write for "never". */
const neverTimestamp = '0001-01-01T00:00:00.000Z';

/** Returns the id of the nearest resource that contains the record of `path`; undefined if there is none. */
function ownerOf(value: unknown, path: Path): unknown {
  for (let length = path.length - 2; length >= 0; length -= 1) {
    const owner = valueAt(value, path.slice(0, length));
    if (Array.isArray(owner) || typeof owner !== 'object' || owner === null || !('id' in owner)) continue;
    return Number.isInteger(owner.id) ? owner.id : undefined;
  }
  return undefined;
}

/**
 * Returns a function that sets the last `profile` or `lastProfile` in the path to null. Returns null if the
 * path has neither, or if a list index follows it.
 */
function createNullFix(value: unknown, path: Path): (() => void) | null {
  const keyIndex = path.findLastIndex(
    (key) => typeof key === 'number' || key === 'lastProfile' || key === 'profile',
  );
  const key = path[keyIndex];
  const parent = valueAt(value, path.slice(0, keyIndex));
  if (typeof key !== 'string' || typeof parent !== 'object' || parent === null) return null;
  return () => Object.assign(parent, { [key]: null });
}

function elementOf(value: unknown, path: Path): { readonly list: unknown[]; readonly index: number } | null {
  const indexDepth = path.findLastIndex((key) => typeof key === 'number');
  const list = valueAt(value, path.slice(0, indexDepth));
  const index = path[indexDepth];
  return typeof index === 'number' && Array.isArray(list) ? { list, index } : null;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((parent: unknown, key) => (parent as Record<PropertyKey, unknown> | null)?.[key], value);
}
