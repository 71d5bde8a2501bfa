/** How an answer is written: plain JSON, or with links. Pure. */
export type AnswerMode = { readonly links: boolean; readonly mediaType: string };

export const plainMode: AnswerMode = { links: false, mediaType: 'application/json' };

type Range = { readonly type: string; readonly quality: number };

const linkType = /^application\/vnd\.[a-z0-9][a-z0-9!#$&^_.+-]*\.hateaos\+json$/;
/** Link mode when no vendor is named. */
export const defaultLinkType = 'application/vnd.slipway.hateaos+json';

/**
 * The answer that fits an `Accept` header best (RFC 9110 section 12.5.1); null when none does. No header, or an empty
 * one, means plain. Of equally wanted ones the more specifically named wins, then the one named first.
 */
export function negotiate(header: string | undefined): AnswerMode | null {
  if (header === undefined || header.trim() === '') return plainMode;
  const ranges = parseRanges(header);
  const named = ranges.map((range) => range.type).filter((type) => linkType.test(type));
  const modes: readonly AnswerMode[] = [
    plainMode,
    ...[...named, defaultLinkType].map((mediaType) => ({ links: true, mediaType })),
  ];
  let best: { readonly mode: AnswerMode; readonly rank: Rank } | null = null;
  for (const mode of modes) {
    const rank = rankOf(ranges, mode.mediaType);
    if (rank && (best === null || isBetter(rank, best.rank))) best = { mode, rank };
  }
  return best?.mode ?? null;
}

type Rank = { readonly quality: number; readonly precision: number; readonly position: number };

/** By the most precise range that covers the type; null when that one refuses it or there is none. */
function rankOf(ranges: readonly Range[], mediaType: string): Rank | null {
  const patterns = [mediaType, 'application/*', '*/*'];
  for (const [index, pattern] of patterns.entries()) {
    const position = ranges.findIndex((range) => range.type === pattern);
    const quality = ranges[position]?.quality;
    if (quality === undefined) continue;
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
  return header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!/^[^/\s]+\/[^/\s]+$/.test(type)) return [];
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1).trim());
    return quality >= 0 && quality <= 1 ? [{ type, quality }] : [];
  });
}
