import type { AccessToken, CallArguments } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

export const tokenScopes = ['upload', 'activate', 'send'] as const satisfies AccessToken['scopes'];
export const tokenDays = ['30', '90', '365', 'never'] as const;

export type AccessTokenDraft = {
  readonly name: string;
  /** `all` also includes applications that are added later. */
  readonly which: 'all' | 'some';
  /** Application ids separated by spaces, commas or line breaks. */
  readonly apps: string;
  readonly scopes: ReadonlySet<(typeof tokenScopes)[number]>;
  readonly days: (typeof tokenDays)[number];
};

export const newAccessToken: AccessTokenDraft = {
  name: '',
  which: 'some',
  apps: '',
  scopes: new Set(['upload']),
  days: '90',
};

const idsOf = ({ apps }: AccessTokenDraft): readonly string[] => [
  ...new Set(apps.split(/[\s,;]+/).filter(Boolean)),
];

export function accessTokenProblems(draft: AccessTokenDraft): {
  readonly [Field in 'name' | 'apps' | 'scopes']?: string | undefined;
} {
  const ids = idsOf(draft);
  const wrong = ids.find((id) => !/^[\w.-]{1,255}$/.test(id));
  const appsProblem = wrong === undefined ? undefined : t('service.tokenAppWrong', { id: wrong });
  return {
    name: draft.name.trim() === '' ? t('service.nameNeeded') : undefined,
    apps: draft.which === 'all' ? undefined : ids.length === 0 ? t('service.tokenAppsNeeded') : appsProblem,
    scopes: draft.scopes.size === 0 ? t('service.tokenActsNeeded') : undefined,
  };
}

const dayMs = 86_400_000;

/** Returns the arguments for a new token. `now`: milliseconds since 1970 UTC. */
export function accessTokenValues(
  draft: AccessTokenDraft,
  now: number,
): CallArguments<'service.addAccessToken'> {
  return {
    name: draft.name.trim(),
    apps: draft.which === 'all' ? 'all' : idsOf(draft).map((packageId) => ({ platform: null, packageId })),
    scopes: tokenScopes.filter((act) => draft.scopes.has(act)),
    expiresAt: draft.days === 'never' ? null : now + Number(draft.days) * dayMs,
  };
}
