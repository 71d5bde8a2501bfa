export type Screen =
  | { readonly kind: 'uploads'; readonly uploadId: string | null }
  /** `open`: content of the drawer, a version id or the statistics. */
  | {
      readonly kind: 'apps';
      readonly applicationId: number | null;
      readonly open: 'statistics' | number | null;
    }
  /** `open`: content of the drawer, the profile or an item id. */
  | {
      readonly kind: 'store';
      readonly profileId: number | null;
      readonly open: 'about' | number | null;
    }
  | { readonly kind: 'folders'; readonly folderId: string | null }
  | { readonly kind: 'push'; readonly tab: PushTab }
  /** `item`: content of the drawer: `team-3`, `member-12`, or a message id. */
  | { readonly kind: 'service'; readonly tab: ServiceTab; readonly item: string | null }
  | { readonly kind: 'settings'; readonly section: SettingsSection }
  | { readonly kind: 'help' };

export const settingsSections = [
  'accounts',
  'network',
  'uploads',
  'notifications',
  'appearance',
  'start',
  'diagnostics',
] as const;

export type SettingsSection = (typeof settingsSections)[number];

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
  if (kind === 'settings')
    return { kind, section: settingsSections.find((section) => section === first) ?? 'accounts' };
  if (kind === 'help') return { kind };
  return { kind: 'uploads', uploadId: kind === 'uploads' ? decoded(first) : null };
}

export function screenHash(place: Screen): string {
  const parts: (string | number | null)[] = [place.kind];
  if (place.kind === 'uploads') parts.push(place.uploadId);
  if (place.kind === 'folders') parts.push(place.folderId);
  if (place.kind === 'settings') parts.push(place.section);
  if (place.kind === 'store') parts.push(place.profileId, place.profileId === null ? null : place.open);
  if (place.kind === 'push' && place.tab !== 'project') parts.push(place.tab);
  if (place.kind === 'service' && place.tab !== 'overview') parts.push(place.tab, place.item);
  if (place.kind === 'apps')
    parts.push(place.applicationId, place.applicationId === null ? null : place.open);
  return `#/${parts
    .filter((part) => part !== null)
    .map((part) => encodeURIComponent(part))
    .join('/')}`;
}

export const serviceTabs = ['overview', 'people', 'sign-ins', 'outbox', 'requests'] as const;
export type ServiceTab = (typeof serviceTabs)[number];

export const pushTabs = ['project', 'mapping', 'simulator', 'messages'] as const;
export type PushTab = (typeof pushTabs)[number];
