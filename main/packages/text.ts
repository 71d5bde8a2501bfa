/** The longest identifier either platform allows, and then some. */
const longestId = 255;

/** True for what can be an app's identifier: not empty, no spaces, control characters or path separators. */
export function isUsableId(id: string | null): id is string {
  return id !== null && id.length > 0 && id.length <= longestId && !/[\s\p{C}/\\]/u.test(id);
}
