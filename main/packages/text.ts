import { type Message, messageOf } from '../messages/message.ts';

/** The longest identifier either platform allows, and then some. */
const longestId = 255;

/** True if the text holds no spaces, control characters, path separators or unresolved build variables. */
export function isUsableId(id: string | null): id is string {
  if (id === null || isUnresolved(id)) return false;
  return id.length > 0 && id.length <= longestId && !/[\s\p{C}/\\]/u.test(id);
}

/** True if a build tool left a variable in the text: `$(PRODUCT_NAME)`, `${applicationId}`. */
export function isUnresolved(text: string): boolean {
  return /\$(?:\([A-Za-z_][\w.:=-]{0,100}\)|\{[A-Za-z_][\w.:=-]{0,100}\})/.test(text);
}

/** Texts of a build are shown and kept in the journal: a hostile one must not fill either. In UTF-16 units. */
export const longestText = 1_000;

/** At most 1,000 characters of a text, the last of them “…” where it was longer; null for none and for an empty one. */
export function shortText(text: string | null): string | null {
  if (!text) return null;
  if (!isLong(text)) return text.toWellFormed();
  // Half a surrogate pair at the cut goes, too.
  const beginning = text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning.toWellFormed()}…`;
}

function isLong(text: string | null): boolean {
  return text !== null && text.length > longestText;
}

type Cuttable = {
  readonly name: string | null;
  readonly versionName: string | null;
  readonly build: string | null;
};

/** Which of the texts a build is known by are longer than what is shown of them. */
export function cutWarnings({ name, versionName, build }: Cuttable): Message[] {
  const values = { most: longestText, shown: longestText - 1 };
  return [
    ...(isLong(name) ? [messageOf('warning/cutName', values)] : []),
    ...(isLong(versionName) ? [messageOf('warning/cutVersionName', values)] : []),
    ...(isLong(build) ? [messageOf('warning/cutBuild', values)] : []),
  ];
}

/** Some tools write Windows separators or a leading `./`; what is meant is clear. */
export function plainName(name: string): string {
  const isPlain = !name.includes('\\') && !name.startsWith('./');
  return isPlain ? name : name.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
}
