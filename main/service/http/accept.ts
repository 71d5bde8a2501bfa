export type ResponseMode = { readonly links: boolean; readonly mediaType: string };

export const plainMode: ResponseMode = { links: false, mediaType: 'application/json' };

type Range = { readonly type: string; readonly quality: number };

/** Matches every vendor name that a media type allows (RFC 6838 section 4.2). */
const linkType = /^application\/vnd\.[a-z0-9][a-z0-9!#$&^_.+-]*\.hateaos\+json$/i;
export const defaultLinkType = 'application/vnd.slipway.hateaos+json';

/**
 * Negotiates the response format (RFC 9110, 12.5.1). Defaults to plain JSON; null if none is acceptable. At
 * equal quality, the more specific range wins, then the earlier one. Preserves the vendor's spelling.
 */
export function negotiate(header: string | undefined): ResponseMode | null {
  if (header === undefined || header.trim() === '') return plainMode;
  const ranges = rangesByType(parseRanges(header));
  const named = [...ranges.values()].map(({ type }) => type).filter((type) => linkType.test(type));
  const modes: readonly ResponseMode[] = [
    plainMode,
    ...[...named, defaultLinkType].map((mediaType) => ({ links: true, mediaType })),
  ];
  let best: { readonly mode: ResponseMode; readonly rank: Rank } | null = null;
  for (const mode of modes) {
    const rank = rankOf(ranges, mode.mediaType);
    if (rank && (best === null || isBetter(rank, best.rank))) best = { mode, rank };
  }
  return best?.mode ?? null;
}

type Rank = { readonly quality: number; readonly precision: number; readonly position: number };

type IndexedRange = Range & { readonly position: number };

/** Returns the ranges by lower-case type. If a type is repeated, the highest quality applies. */
function rangesByType(ranges: readonly Range[]): ReadonlyMap<string, IndexedRange> {
  const byType = new Map<string, IndexedRange>();
  for (const [position, range] of ranges.entries()) {
    const key = range.type.toLowerCase();
    const first = byType.get(key);
    if (!first || range.quality > first.quality) byType.set(key, { ...range, position });
  }
  return byType;
}

/** Ranks a media type by its most specific range; null if its quality is 0 or no range matches. */
function rankOf(ranges: ReadonlyMap<string, IndexedRange>, mediaType: string): Rank | null {
  const patterns = [mediaType.toLowerCase(), 'application/*', '*/*'];
  for (const [index, pattern] of patterns.entries()) {
    const range = ranges.get(pattern);
    if (!range) continue;
    const { quality, position } = range;
    return quality > 0 ? { quality, precision: patterns.length - index, position } : null;
  }
  return null;
}

function isBetter(a: Rank, b: Rank): boolean {
  if (a.quality !== b.quality) return a.quality > b.quality;
  if (a.precision !== b.precision) return a.precision > b.precision;
  return a.position < b.position;
}

function parseRanges(header: string): readonly Range[] {
  return splitOutsideQuotes(header, ',').flatMap((part) => {
    const [type = '', ...parameters] = splitOutsideQuotes(part, ';').map((piece) => piece.trim());
    if (!/^[^/\s"]+\/[^/\s"]+$/.test(type)) return [];
    const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
    const quality = weight === undefined ? 1 : readWeight(weight.slice(weight.indexOf('=') + 1).trim());
    return quality === null ? [] : [{ type, quality }];
  });
}

/** Parses a quality from 0 to 1; also accepts `.5`, which old clients send. */
function readWeight(text: string): number | null {
  return /^(0?\.\d+|0\.?|1(\.0*)?)$/.test(text) ? Number(text) : null;
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && isQuoted) at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...pieces, text.slice(start)];
}
