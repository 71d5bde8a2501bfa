/** Each language with its code, its own name and its `lang` attribute. */
export const languageNames = [
  ['en', 'English', 'en'],
  ['de', 'Deutsch', 'de'],
  ['fr', 'Français', 'fr'],
  ['tr', 'Türkçe', 'tr'],
] as const;
