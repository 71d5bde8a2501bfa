/** The headers answers are described with. Pure. */

/** `components/headers`. */
export const headers = {
  RequestId: {
    description: 'Names the request, also in the log of the service when something unexpected went wrong.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'Address of what was made.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  Challenge: { description: 'How to be let in.', required: true, schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
} as const;

export const everyHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;
export const locationHeader = { Location: { $ref: '#/components/headers/Location' } } as const;
export const challengeHeader = { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } as const;
export const retryHeader = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } as const;
