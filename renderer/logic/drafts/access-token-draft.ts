import type { AccessToken, CallArguments } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

export const tokenActs = ['upload', 'activate', 'send'] as const satisfies AccessToken['acts'];
export const tokenDays = ['30', '90', '365', 'never'] as const;

export type AccessTokenDraft = {
  readonly name: string;
  /** `all` includes applications added later. */
  readonly which: 'all' | 'some';
  /** Application ids separated by spaces, commas or line breaks. */
  readonly apps: string;
  readonly acts: ReadonlySet<(typeof tokenActs)[number]>;
  readonly days: (typeof tokenDays)[number];
};

export const newAccessToken: AccessTokenDraft = {
  name: '',
  which: 'some',
  apps: '',
  acts: new Set(['upload']),
  days: '90',
};

const idsOf = ({ apps }: AccessTokenDraft): readonly string[] => [
  ...new Set(apps.split(/[\s,;]+/).filter(Boolean)),
];

export function accessTokenProblems(draft: AccessTokenDraft): {
  readonly [Field in 'name' | 'apps' | 'acts']?: string | undefined;
} {
  const ids = idsOf(draft);
  const wrong = ids.find((id) => !/^[\w.-]{1,255}$/.test(id));
  const appsProblem = wrong === undefined ? undefined : t('service.tokenAppWrong', { id: wrong });
  return {
    name: draft.name.trim() === '' ? t('service.nameNeeded') : undefined,
    apps: draft.which === 'all' ? undefined : ids.length === 0 ? t('service.tokenAppsNeeded') : appsProblem,
    acts: draft.acts.size === 0 ? t('service.tokenActsNeeded') : undefined,
  };
}

const dayMs = 86_400_000;

/** `now` in milliseconds since 1970 UTC. */
export function accessTokenValues(
  draft: AccessTokenDraft,
  now: number,
): CallArguments<'service.addAccessToken'> {
  return {
    name: draft.name.trim(),
    apps: draft.which === 'all' ? 'all' : idsOf(draft).map((packageId) => ({ platform: null, packageId })),
    acts: tokenActs.filter((act) => draft.acts.has(act)),
    expiresAt: draft.days === 'never' ? null : now + Number(draft.days) * dayMs,
  };
}
