import { type Message, messageOf } from '../messages/message.ts';

/** Longer than any identifier that Android or Apple allows. */
const maxIdLength = 255;

/** Returns true for an id without spaces, control characters, path separators or build variables. */
export function isUsableId(id: string | null): id is string {
  if (id === null || isUnresolved(id)) return false;
  return id.length > 0 && id.length <= maxIdLength && !/[\s\p{C}/\\]/u.test(id);
}

/** Returns true if a build tool left a variable in the text: `$(PRODUCT_NAME)`, `${applicationId}`. */
export function isUnresolved(text: string): boolean {
  return /\$(?:\([A-Za-z_][\w.:=-]{0,100}\)|\{[A-Za-z_][\w.:=-]{0,100}\})/.test(text);
}

/** In UTF-16 units. Prevents a hostile build from filling the journal or the screen. */
export const maxTextLength = 1_000;

/** Truncates a text to 1,000 characters, ending in “…”; null if the text is null or empty. */
export function truncateText(text: string | null): string | null {
  if (!text) return null;
  if (!isLong(text)) return text.toWellFormed();
  // Truncation may have split a surrogate pair.
  const beginning = text.slice(0, maxTextLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning.toWellFormed()}…`;
}

function isLong(text: string | null): boolean {
  return text !== null && text.length > maxTextLength;
}

type TruncatedTexts = {
  readonly name: string | null;
  readonly versionName: string | null;
  readonly build: string | null;
};

export function truncationWarnings({ name, versionName, build }: TruncatedTexts): Message[] {
  const values = { max: maxTextLength, shown: maxTextLength - 1 };
  return [
    ...(isLong(name) ? [messageOf('warning/cutName', values)] : []),
    ...(isLong(versionName) ? [messageOf('warning/cutVersionName', values)] : []),
    ...(isLong(build) ? [messageOf('warning/cutBuild', values)] : []),
  ];
}

/** Replaces Windows separators and removes a leading `./`, which some tools write. */
export function normaliseEntryName(name: string): string {
  const isPlain = !name.includes('\\') && !name.startsWith('./');
  return isPlain ? name : name.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
}
