/** The headers answers are described with. Pure. */

/** `components/headers`. */
export const headers = {
  RequestId: {
    description: 'Names the request, also in the log of the service when something unexpected went wrong.',
    required: true,
    schema: { type: 'string' },
  },
  Challenge: { description: 'How to be let in.', required: true, schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
} as const;

export const everyHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;
export const challengeHeader = { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } as const;
export const retryHeader = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } as const;
