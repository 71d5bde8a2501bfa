import type { FirstUser } from '../../../service/service-view.ts';

/** The one time its password can be known; clients of the service need it. */
export function firstUserLines({ userName, password, clientId, clientSecret }: FirstUser): readonly string[] {
  return [
    'Its first user, shown this once:',
    `  user name      ${userName}`,
    `  password       ${password}`,
    `  client id      ${clientId}`,
    `  client secret  ${clientSecret}`,
  ];
}
