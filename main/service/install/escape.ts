const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for HTML and XML, including quoted attributes. Drops characters that XML 1.0 does not
 * allow, and control and private-use characters, which have no glyph.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[\u007f-\u009f\p{Co}]|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
