import { isIPv4, isIPv6 } from 'node:net';
import { matchingRecords, type TxtLookup } from './txt-lookup.ts';

/** `all`: qualifier for servers that no other term matches; null if the record does not specify it. */
export type SpfResult =
  | { readonly state: 'valid'; readonly all: string | null }
  | { readonly state: 'missing' }
  | { readonly state: 'several' }
  /** `at`: the invalid term, or the included domain without a usable record. */
  | { readonly state: 'syntax' | 'include'; readonly at: string }
  | { readonly state: 'too-many-lookups' }
  /** `at`: the domain for which DNS did not answer. */
  | { readonly state: 'unknown'; readonly at: string };

type Terms = {
  readonly all: string | null;
  /** One entry per term that needs a DNS lookup; null if the lookup is not for another SPF record. */
  readonly lookups: readonly (string | null)[];
  readonly redirect: string | null;
};

/** RFC 7208, section 4.6.4. */
const maxLookups = 10;
const maxTermLength = 100;

/** Reads a domain's SPF record (RFC 7208) and, with at most 10 queries, the records it refers to. */
export async function readSpf(domain: string, lookup: TxtLookup): Promise<SpfResult> {
  let lookups = 0;
  const read = async (name: string): Promise<SpfResult> => {
    const records = matchingRecords(await lookup(name), /^v=spf1(?: |$)/i);
    if (records === null) return { state: 'unknown', at: name };
    const [record, second] = records;
    if (record === undefined) return { state: 'missing' };
    if (second !== undefined) return { state: 'several' };
    const terms = readTerms(record);
    if (typeof terms === 'string') return { state: 'syntax', at: terms.slice(0, maxTermLength) };
    for (const included of terms.lookups) {
      lookups += 1;
      if (lookups > maxLookups) return { state: 'too-many-lookups' };
      const result = included === null ? null : await follow(included);
      if (result && result.state !== 'valid') return result;
    }
    if (terms.redirect === null) return { state: 'valid', all: terms.all };
    lookups += 1;
    if (lookups > maxLookups) return { state: 'too-many-lookups' };
    return hasMacro(terms.redirect) ? { state: 'unknown', at: terms.redirect } : follow(terms.redirect);
  };
  const follow = async (name: string): Promise<SpfResult> => {
    const result = await read(name);
    const isUnusable = result.state === 'missing' || result.state === 'several';
    return isUnusable ? { state: 'include', at: name.slice(0, maxTermLength) } : result;
  };
  return read(domain);
}

const hasMacro = (text: string): boolean => text.includes('%');

/** Returns the terms of a record, or the first invalid term as text. */
function readTerms(record: string): Terms | string {
  let all: string | null = null;
  let redirect: string | null = null;
  const lookups: (string | null)[] = [];
  const modifiers = new Set<string>();
  for (const term of record.split(' ').slice(1)) {
    if (term === '') continue;
    const modifier = /^([a-z][\w.-]*)=/i.exec(term)?.[1]?.toLowerCase();
    if (modifier !== undefined) {
      const value = term.slice(modifier.length + 1);
      if (modifier !== 'redirect' && modifier !== 'exp') continue;
      if (value === '' || modifiers.has(modifier)) return term;
      modifiers.add(modifier);
      if (modifier === 'redirect') redirect = value;
      continue;
    }
    const [, qualifier, name = '', rest = ''] = /^([-+?~]?)([a-z\d]+)([:/].*)?$/i.exec(term) ?? [];
    const mechanism = name.toLowerCase();
    if (!isValidMechanism(mechanism, rest)) return term;
    // RFC 7208, section 5.1: terms after `all` are never tested.
    if (all !== null) continue;
    if (mechanism === 'all') all = qualifier || '+';
    else if (mechanism === 'include') lookups.push(hasMacro(rest) ? null : rest.slice(1));
    else if (!mechanism.startsWith('ip')) lookups.push(null);
  }
  return { all, lookups, redirect: all === null ? redirect : null };
}

function isValidMechanism(name: string, rest: string): boolean {
  switch (name) {
    case 'all':
      return rest === '';
    case 'include':
    case 'exists':
      return rest.startsWith(':') && rest.length > 1;
    case 'ptr':
      return rest === '' || (rest.startsWith(':') && rest.length > 1);
    case 'a':
    case 'mx':
      return hasMacro(rest) || /^(?::[^/]+)?(?:\/\d{1,2})?(?:\/\/\d{1,3})?$/.test(rest);
    case 'ip4':
      return isNetwork(rest, isIPv4, 32);
    case 'ip6':
      return isNetwork(rest, isIPv6, 128);
    default:
      return false;
  }
}

function isNetwork(rest: string, isAddress: (text: string) => boolean, maxPrefix: number): boolean {
  const [address = '', prefix, more] = rest.slice(1).split('/', 3);
  const hasPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix);
  return rest.startsWith(':') && isAddress(address) && hasPrefix && more === undefined;
}
