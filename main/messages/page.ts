/** The page in the language it is going to speak. Pure. */

/** The page's HTML with its locale; the page itself reads it before anything else. */
export function pageIn(locale: string, html: string): string {
  return html.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`);
}
