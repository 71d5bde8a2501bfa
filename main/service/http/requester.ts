import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../service-context.ts';
import type { AccessToken, DailyQuota, RequestedBy } from '../service-view.ts';
import type { Credential, QuotaCharge } from '../storage/identity-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { UploadLease } from '../storage/upload-storage.ts';

export type Requester = {
  readonly credential: Credential;
  readonly by: RequestedBy;
  /** Null for a user's token, which has every scope. */
  readonly accessToken: AccessToken | null;
};

const requesters = new WeakMap<FastifyRequest, Requester>();

export function setRequester(request: FastifyRequest, requester: Requester): void {
  requesters.set(request, requester);
}

export function requesterOf(request: FastifyRequest): Requester | null {
  return requesters.get(request) ?? null;
}

export function requesterKey(request: FastifyRequest): string {
  const requester = requesters.get(request);
  if (!requester) return '';
  const { credential, by } = requester;
  if (credential.kind === 'access-token') return `access token ${credential.id}`;
  return 'user' in by ? `user ${by.user}` : '';
}

/** Combines `amounts` with the daily quota of the user or access token. */
export function quotaUse(
  request: FastifyRequest,
  { clock, limits }: Pick<ServiceContext, 'clock' | 'limits'>,
  amounts: Partial<DailyQuota>,
): QuotaCharge {
  const quota = { ...limits.daily, ...requesters.get(request)?.accessToken?.quota };
  return { requester: requesterKey(request), at: clock.now(), amounts, quota };
}

/** Returns `Storage.authorisedBy` for the credential of the request. */
export function authorisedBy(
  request: FastifyRequest,
  { storage }: Pick<ServiceContext, 'storage'>,
  use?: QuotaCharge,
  completes?: UploadLease,
): Pick<Storage, 'testing' | 'store'> {
  const requester = requesters.get(request);
  if (!requester) throw new TypeError('A request without a valid token cannot change data.');
  return storage.authorisedBy(requester.credential, use, completes);
}
