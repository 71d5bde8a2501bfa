/** The longest identifier either platform allows, and then some. */
const longestId = 255;

/** True for what can be an app's identifier: not empty, no spaces, control characters or path separators. */
export function isUsableId(id: string | null): id is string {
  return id !== null && id.length > 0 && id.length <= longestId && !/[\s\p{C}/\\]/u.test(id);
}

/** Texts of a build are shown and kept in the journal: a hostile one must not fill either. In UTF-16 units. */
const longestText = 1_000;

/** At most 1,000 characters of a text; null for none and for an empty one. */
export function shortText(text: string | null): string | null {
  return text ? text.slice(0, longestText).toWellFormed() : null;
}
