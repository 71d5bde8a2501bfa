import type { FirstUser } from '../../../service/service-view.ts';

/** Formats credentials that cannot be read again later. */
export function firstUserLines({ userName, password, clientId, clientSecret }: FirstUser): readonly string[] {
  return [
    'First user, shown only once:',
    `  user name      ${userName}`,
    `  password       ${password}`,
    `  client id      ${clientId}`,
    `  client secret  ${clientSecret}`,
  ];
}
