import { isSettingId, type SettingId, type SettingsSection, settingsSections } from './settings.ts';

export type Screen =
  | { readonly kind: 'uploads'; readonly uploadId: string | null }
  /** `open` is the content of the drawer: a version id or the statistics. */
  | {
      readonly kind: 'apps';
      readonly applicationId: number | null;
      readonly open: 'statistics' | number | null;
    }
  /** `open` is the content of the drawer: the profile or an item id. */
  | {
      readonly kind: 'store';
      readonly profileId: number | null;
      readonly open: 'about' | number | null;
    }
  | { readonly kind: 'folders'; readonly folderId: string | null }
  | { readonly kind: 'push'; readonly tab: PushTab }
  /** `item` is the content of the drawer: `team-3`, `member-12`, or a message id. */
  | { readonly kind: 'service'; readonly tab: ServiceTab; readonly item: string | null }
  /** `setting` receives the focus. */
  | { readonly kind: 'settings'; readonly section: SettingsSection; readonly setting?: SettingId }
  | { readonly kind: 'help' };

export type ScreenKind = Screen['kind'];

export const startScreen: Screen = { kind: 'uploads', uploadId: null };

/** Returns the screen of a kind with nothing selected. */
export function screenOf(kind: ScreenKind): Screen {
  switch (kind) {
    case 'uploads':
      return startScreen;
    case 'apps':
      return { kind, applicationId: null, open: null };
    case 'store':
      return { kind, profileId: null, open: null };
    case 'folders':
      return { kind, folderId: null };
    case 'push':
      return { kind, tab: 'project' };
    case 'service':
      return { kind, tab: 'overview', item: null };
    case 'settings':
      return { kind, section: 'accounts' };
    case 'help':
      return { kind };
  }
}

const identity = (part: string | undefined): number | null =>
  part !== undefined && /^-?\d{1,10}$/.test(part) ? Number(part) : null;

const decoded = (part: string | undefined): string | null => {
  if (!part) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
};

/** Parses `#/apps/12/40`; an unknown kind becomes Uploads. */
export function parseScreen(hash: string): Screen {
  const [kind, first, second] = hash.replace(/^#\/?/, '').split('/');
  if (kind === 'apps')
    return {
      kind,
      applicationId: identity(first),
      open: second === 'statistics' ? second : identity(second),
    };
  if (kind === 'store')
    return { kind, profileId: identity(first), open: second === 'about' ? second : identity(second) };
  if (kind === 'folders') return { kind, folderId: decoded(first) };
  if (kind === 'push') return { kind, tab: pushTabs.find((tab) => tab === first) ?? 'project' };
  if (kind === 'service') {
    const tab = serviceTabs.find((each) => each === first) ?? 'overview';
    return { kind, tab, item: tab === first ? decoded(second) : null };
  }
  if (kind === 'settings') {
    const section = settingsSections.find((each) => each === first) ?? 'accounts';
    return { kind, section, ...(section === first && isSettingId(second) ? { setting: second } : {}) };
  }
  if (kind === 'help') return { kind };
  return { kind: 'uploads', uploadId: kind === 'uploads' ? decoded(first) : null };
}

export function screenHash(screen: Screen): string {
  const parts: (string | number | null)[] = [screen.kind];
  if (screen.kind === 'uploads') parts.push(screen.uploadId);
  if (screen.kind === 'folders') parts.push(screen.folderId);
  if (screen.kind === 'settings') parts.push(screen.section, screen.setting ?? null);
  if (screen.kind === 'store') parts.push(screen.profileId, screen.profileId === null ? null : screen.open);
  if (screen.kind === 'push' && screen.tab !== 'project') parts.push(screen.tab);
  if (screen.kind === 'service' && screen.tab !== 'overview') parts.push(screen.tab, screen.item);
  if (screen.kind === 'apps')
    parts.push(screen.applicationId, screen.applicationId === null ? null : screen.open);
  return `#/${parts
    .filter((part) => part !== null)
    .map((part) => encodeURIComponent(part))
    .join('/')}`;
}

export const serviceTabs = ['overview', 'people', 'outbox', 'advanced', 'credentials', 'requests'] as const;
export type ServiceTab = (typeof serviceTabs)[number];

/** Tabs that the screen lists. Other tabs are opened from `advanced`. */
export const listedServiceTabs = ['overview', 'people', 'outbox', 'advanced'] as const;

export function listedTabOf(tab: ServiceTab): (typeof listedServiceTabs)[number] {
  return listedServiceTabs.find((listed) => listed === tab) ?? 'advanced';
}

export const pushTabs = ['project', 'mapping', 'simulator', 'messages'] as const;
export type PushTab = (typeof pushTabs)[number];
