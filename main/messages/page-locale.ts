/** Sets the locale in the HTML of the page, which reads it at start. */
export function withPageLocale(locale: string, html: string): string {
  return html.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`);
}
