/** The access token a person describes in a dialog. Pure. */
import type { AccessToken, CallArguments } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

export const tokenActs = ['upload', 'activate', 'send'] as const satisfies AccessToken['acts'];
export const tokenDays = ['30', '90', '365', 'never'] as const;

export type AccessTokenDraft = {
  readonly name: string;
  /** `all`: also those that are still to come. */
  readonly which: 'all' | 'some';
  /** Ids of applications between spaces, commas and lines. */
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

export type AccessTokenProblems = { readonly name?: string; readonly apps?: string; readonly acts?: string };

const dayMs = 86_400_000;

/** What main is asked for, or what is wrong with each field. `now`: milliseconds since 1970 UTC. */
export function readAccessToken(
  draft: AccessTokenDraft,
  now: number,
): { readonly token: CallArguments<'service.addAccessToken'> } | { readonly problems: AccessTokenProblems } {
  const ids = [...new Set(draft.apps.split(/[\s,;]+/).filter(Boolean))];
  const wrong = ids.find((id) => !/^[\w.-]{1,255}$/.test(id));
  const problems = {
    ...(draft.name.trim() === '' ? { name: t('service.nameNeeded') } : {}),
    ...(draft.which === 'some' && ids.length === 0 ? { apps: t('service.tokenAppsNeeded') } : {}),
    ...(draft.which === 'some' && wrong !== undefined
      ? { apps: t('service.tokenAppWrong', { id: wrong }) }
      : {}),
    ...(draft.acts.size === 0 ? { acts: t('service.tokenActsNeeded') } : {}),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    token: {
      name: draft.name.trim(),
      apps: draft.which === 'all' ? 'all' : ids.map((packageId) => ({ platform: null, packageId })),
      acts: tokenActs.filter((act) => draft.acts.has(act)),
      expiresAt: draft.days === 'never' ? null : now + Number(draft.days) * dayMs,
    },
  };
}
