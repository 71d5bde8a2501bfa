/** Code, name in the language itself, and `lang` attribute of each language. */
export const languageNames = [
  ['en', 'English', 'en'],
  ['de', 'Deutsch', 'de'],
  ['fr', 'Français', 'fr'],
  ['tr', 'Türkçe', 'tr'],
] as const;
