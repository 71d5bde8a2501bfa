/** Sets the locale in the page's HTML, from which the page reads it at startup. */
export function withPageLocale(locale: string, html: string): string {
  return html.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`);
}
