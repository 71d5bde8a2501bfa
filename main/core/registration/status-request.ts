/** Requests and responses of Google's Android Developer ID Status API, version 1. Pure. */
import { z } from 'zod';
import type { HttpResponse } from '../../api/transport/http-types.ts';
import { errorTable } from '../../base/errors.ts';
import type { RegistrationStatus } from '../../packages/package-info.ts';
import type { RegistrationQuery } from '../../packages/registration.ts';

export const registrationErrors = errorTable('registration', {
  keyRefused: 'check-input',
  quotaUsed: 'wait',
  noAnswer: 'wait',
  unexpectedAnswer: 'wait',
});

export const googleAddress = 'https://androiddeveloperidstatus.googleapis.com';

/** Google's discovery document requires hyphens instead of the package name's dots. */
export function statusUrl(address: string, { packageId, certificate }: RegistrationQuery): URL {
  const name = packageId.replaceAll('.', '-');
  const url = new URL(`${address}/v1/packages/${name}/packageRegistrationStatus:check`);
  if (certificate !== null) url.searchParams.set('certificateFingerprint', certificate);
  return url;
}

const statuses = {
  REGISTERED: 'registered',
  NOT_REGISTERED: 'not-registered',
  REGISTERED_WITH_ANOTHER_CERTIFICATE_FINGERPRINT: 'other-certificate',
} as const satisfies Readonly<Record<string, RegistrationStatus>>;

const answerSchema = z.object({
  state: z.enum(Object.keys(statuses) as [keyof typeof statuses, ...(keyof typeof statuses)[]]),
});

const errorSchema = z.object({
  error: z.object({ details: z.array(z.looseObject({ reason: z.string().optional() })) }),
});

/** Throws `registration/keyRefused`, `registration/quotaUsed`, `registration/unexpectedAnswer`. */
export function readStatus({ status, text, url }: Pick<HttpResponse, 'status' | 'text' | 'url'>) {
  if (status === 200) {
    const answer = answerSchema.safeParse(parsed(text));
    if (answer.success) return statuses[answer.data.state];
  }
  if (status === 401 || status === 403 || (status === 400 && isKeyInvalid(text)))
    throw registrationErrors.keyRefused({});
  if (status === 429) throw registrationErrors.quotaUsed({});
  throw registrationErrors.unexpectedAnswer({ host: url.host, status });
}

/** Google answers 400 both to an invalid key and to an invalid request. */
function isKeyInvalid(text: string): boolean {
  const { data } = errorSchema.safeParse(parsed(text));
  return data?.error.details.some(({ reason }) => reason === 'API_KEY_INVALID') ?? false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A response that is not JSON is unexpected.
    return null;
  }
}
