/**
 * One odd record must not keep a whole list from being read: what it says that cannot be read is taken as not said, and a
 * record nothing can be done with is left out. What identifies a resource is never invented. Pure.
 */
import type { z } from 'zod';

export type RepairOptions = {
  /** The resource was asked for by its id and brings its list along, so it is one even when it says little of itself. */
  readonly whole: boolean;
};

type Issue = z.core.$ZodIssue;
type Path = Issue['path'];

/**
 * Changes `value` so that the issues are gone, and says what was odd, such as `3.uploadDateTimeUtc`. Null, and nothing is
 * changed, when it is not what was promised: of a list, nothing would be left.
 */
export function repair(
  value: unknown,
  issues: readonly Issue[],
  options: RepairOptions,
): readonly string[] | null {
  const leftOut = new Map<unknown[], Set<number>>();
  const fixes: (() => void)[] = [];
  for (const issue of issues) {
    const fix = fixOf(value, issue, options) ?? emptied(value, issue.path);
    const element = fix ? null : elementOf(value, issue.path);
    if (!fix && !element) return null;
    if (fix) fixes.push(fix);
    if (element) leftOut.set(element.list, (leftOut.get(element.list) ?? new Set()).add(element.index));
  }
  if (Array.isArray(value) && leftOut.get(value)?.size === value.length) return null;
  for (const fix of fixes) fix();
  for (const [list, indexes] of leftOut) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
  }
  return [...new Set(issues.map(({ path }) => path.join('.')))];
}

/** Never made up. */
const identifying = /^(id|memberId|teamId|ownerId)$/;
/** Made up only of a record in a list, or of one that is known to be whole. */
const telling = /^(name|version|enabled|isActive)$/;
const owners = /^(applicationId|profileId)$/;

function fixOf(value: unknown, issue: Issue, { whole }: RepairOptions): (() => void) | null {
  const { path } = issue;
  const field = path.at(-1);
  const record = at(value, path.slice(0, -1));
  if (typeof field !== 'string' || typeof record !== 'object' || record === null) return null;
  const isListed = path.some((key) => typeof key === 'number');
  if (identifying.test(field) || (telling.test(field) && !isListed && !whole)) return null;
  if (field === 'isActive' && !isListed) return null;
  const unknown = owners.test(field) ? ownerOf(value, path) : unsaid(issue);
  if (unknown === undefined) return null;
  return () => Object.assign(record, { [field]: unknown });
}

/** How a resource says nothing; undefined where it must say something. */
function unsaid(issue: Issue): unknown {
  if (issue.code === 'invalid_format') return issue.format === 'datetime' ? never : undefined;
  if (issue.code !== 'invalid_type')
    return issue.code === 'too_big' || issue.code === 'too_small' ? 0 : undefined;
  const { expected } = issue as { readonly expected: string };
  if (String(issue.path.at(-1)).endsWith('DateTimeUtc')) return never;
  return new Map<string, unknown>([
    ['string', ''],
    ['number', 0],
    ['int', 0],
    ['boolean', false],
    ['array', []],
  ]).get(expected);
}

/** As services write a time that is none. */
const never = '0001-01-01T00:00:00.000Z';

/** The id of the resource that holds the one the path leads into. */
function ownerOf(value: unknown, path: Path): unknown {
  for (let length = path.length - 2; length >= 0; length -= 1) {
    const owner = at(value, path.slice(0, length));
    if (Array.isArray(owner) || typeof owner !== 'object' || owner === null || !('id' in owner)) continue;
    return Number.isInteger(owner.id) ? owner.id : undefined;
  }
  return undefined;
}

/** What stands in a property that may be empty is taken out of it. */
function emptied(value: unknown, path: Path): (() => void) | null {
  const place = path.findLastIndex(
    (key) => typeof key === 'number' || key === 'lastProfile' || key === 'profile',
  );
  const key = path[place];
  const holder = at(value, path.slice(0, place));
  if (typeof key !== 'string' || typeof holder !== 'object' || holder === null) return null;
  return () => Object.assign(holder, { [key]: null });
}

function elementOf(value: unknown, path: Path): { readonly list: unknown[]; readonly index: number } | null {
  const place = path.findLastIndex((key) => typeof key === 'number');
  const list = at(value, path.slice(0, place));
  const index = path[place];
  return typeof index === 'number' && Array.isArray(list) ? { list, index } : null;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((held: unknown, key) => (held as Record<PropertyKey, unknown> | null)?.[key], value);
}
