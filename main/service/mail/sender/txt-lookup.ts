import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { systemCode } from '../../../base/errors.ts';

/** `unknown`: no DNS server answered, or the domain's server failed. */
type TxtAnswer =
  | { readonly state: 'found'; readonly records: readonly string[] }
  | { readonly state: 'no-record' | 'no-domain' | 'unknown' };

export type TxtLookup = (name: string) => Promise<TxtAnswer>;

export function txtLookup(resolver: Pick<Resolver, 'resolveTxt'>): TxtLookup {
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      return { state: 'found', records: records.map((parts) => parts.join('')) };
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENODATA') return { state: 'no-record' };
      return { state: code === 'ENOTFOUND' || code === 'EBADNAME' ? 'no-domain' : 'unknown' };
    }
  };
}

/** Uses the DNS servers of this process. An unanswered query ends after about 10 seconds. */
export function systemTxtLookup(): TxtLookup {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  // `dns.setServers` replaces `dns.getServers`, so a named import would be outdated.
  resolver.setServers(dns.getServers());
  return txtLookup(resolver);
}

/** Returns the records that match `pattern`; null if DNS did not answer. */
export function matchingRecords(answer: TxtAnswer, pattern: RegExp): readonly string[] | null {
  if (answer.state === 'unknown') return null;
  return answer.state === 'found' ? answer.records.filter((record) => pattern.test(record)) : [];
}

/** Reads `name=value` pairs separated by semicolons. Null for invalid pairs and repeated names. */
export function readTags(record: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim();
    if (!/^[a-z]\w*$/i.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}
