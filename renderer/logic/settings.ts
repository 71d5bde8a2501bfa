/** All settings: the search in Settings and the command palette find them by name and synonym. */
import { t } from '../messages.ts';
import { bestMatches } from './fuzzy-match.ts';

export const settingsSections = [
  'accounts',
  'network',
  'uploads',
  'notifications',
  'appearance',
  'accessibility',
  'start',
  'diagnostics',
] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** Each setting with its section. The order decides between equally good matches. */
const sectionOf = {
  theme: 'appearance',
  language: 'appearance',
  contrast: 'accessibility',
  undo: 'accessibility',
  singleKeys: 'accessibility',
  accounts: 'accounts',
  firstSteps: 'accounts',
  proxy: 'network',
  bandwidth: 'network',
  metered: 'network',
  schedule: 'network',
  bypass: 'network',
  certificates: 'network',
  timeout: 'network',
  addressCheck: 'network',
  parallel: 'uploads',
  history: 'uploads',
  sendDelay: 'uploads',
  keepSentBuilds: 'uploads',
  openedBuilds: 'uploads',
  registration: 'uploads',
  notifications: 'notifications',
  loginItem: 'start',
  updates: 'start',
  version: 'diagnostics',
  log: 'diagnostics',
  supportFile: 'diagnostics',
} as const satisfies Readonly<Record<string, SettingsSection>>;

export type SettingId = keyof typeof sectionOf;

export type Setting = {
  readonly id: SettingId;
  readonly section: SettingsSection;
  readonly name: string;
  /** Other words that users search for. */
  readonly synonyms: string;
};

export const isSettingId = (text: string | undefined): text is SettingId =>
  text !== undefined && Object.hasOwn(sectionOf, text);

/** Returns all settings in the current language. In a browser tab, omits window settings. */
export function listSettings({ inWindow }: { readonly inWindow: boolean }): readonly Setting[] {
  return (Object.keys(sectionOf) as SettingId[])
    .filter((id) => inWindow || id !== 'openedBuilds')
    .map((id) => ({
      id,
      section: sectionOf[id],
      name: t(`settings.names.${id}`),
      synonyms: t(`settings.synonyms.${id}`),
    }));
}

/** Returns matching settings: by name first, then by synonym or section. */
export function findSettings(all: readonly Setting[], typed: string): readonly Setting[] {
  const named = bestMatches(all, typed, ({ name }) => name);
  const others = all.filter((setting) => !named.includes(setting));
  const section = (setting: Setting): string => t(`settings.sections.${setting.section}`);
  return [
    ...named,
    ...bestMatches(others, typed, (setting) => `${setting.synonyms} ${setting.name} ${section(setting)}`),
  ];
}
