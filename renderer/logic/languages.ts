/** Each in its own words, so that who cannot read the others finds it, and said to be in its language. */
export const languageNames = [
  ['en', 'English', 'en'],
  ['de', 'Deutsch', 'de'],
  ['fr', 'Français', 'fr'],
  ['tr', 'Türkçe', 'tr'],
] as const;
