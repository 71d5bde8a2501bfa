/** Sets the locale in the HTML of the page, where the page reads it when it starts. */
export function withPageLocale(locale: string, html: string): string {
  return html.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`);
}
