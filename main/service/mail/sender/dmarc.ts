import { matchingRecords, readTags, type TxtLookup } from './txt-lookup.ts';

type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** `domain`: where the record was found. `strict`: signatures of subdomains and parents do not count. */
export type DmarcResult =
  | {
      readonly state: 'valid';
      readonly domain: string;
      readonly policy: DmarcPolicy;
      readonly strict: boolean;
    }
  | { readonly state: 'several' | 'invalid'; readonly domain: string }
  | { readonly state: 'missing' | 'unknown' };

const maxParents = 4;

/**
 * Reads the DMARC record of a domain, or of its organisational domain (RFC 7489). Uses no public suffix list:
 * the shortest parent with a record counts as the organisational domain.
 */
export async function readDmarc(domain: string, lookup: TxtLookup): Promise<DmarcResult> {
  const own = await readAt(domain, domain, lookup);
  if (own.state !== 'missing') return own;
  const labels = domain.split('.');
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  const results = await Promise.all(
    parents
      .slice(-maxParents)
      .reverse()
      .map((parent) => readAt(parent, domain, lookup)),
  );
  return results.find(({ state }) => state !== 'missing') ?? { state: 'missing' };
}

async function readAt(domain: string, sender: string, lookup: TxtLookup): Promise<DmarcResult> {
  const records = matchingRecords(await lookup(`_dmarc.${domain}`), /^v\s*=\s*DMARC1\s*(?:;|$)/);
  if (records === null) return { state: 'unknown' };
  const [record, second] = records;
  if (record === undefined) return { state: 'missing' };
  if (second !== undefined) return { state: 'several', domain };
  const tags = readTags(record);
  const own = tags?.get('p');
  const wanted = (domain === sender ? own : (tags?.get('sp') ?? own))?.toLowerCase();
  // RFC 7489, section 6.6.3: if `rua` is set, an invalid policy counts as `none`.
  const policy = isPolicy(wanted) ? wanted : tags?.get('rua') ? 'none' : null;
  if (policy === null || tags === null) return { state: 'invalid', domain };
  return { state: 'valid', domain, policy, strict: tags.get('adkim')?.toLowerCase() === 's' };
}

const isPolicy = (text: string | undefined): text is DmarcPolicy =>
  text === 'none' || text === 'quarantine' || text === 'reject';
