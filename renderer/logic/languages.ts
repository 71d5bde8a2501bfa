/** Each in its own words, so that who cannot read the others finds it. */
export const languageNames = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['tr', 'Türkçe'],
] as const;
