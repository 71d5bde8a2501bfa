import { tokenResponse } from '../main/api/wire.ts';
import type { FirstUser } from '../main/service/service.ts';

/** Returns the form fields of a token request. */
export function signInForm(user: FirstUser) {
  return {
    username: user.userName,
    password: user.password,
    client_id: user.clientId,
    client_secret: user.clientSecret,
    grant_type: 'password',
    scope: 'distribution',
  };
}

/** Returns an access token of a running service. */
export async function tokenOf(url: string, user: FirstUser): Promise<string> {
  const body = new URLSearchParams(signInForm(user));
  const answer = await fetch(`${url}/identity/connect/token`, { method: 'POST', body });
  return tokenResponse.parse(await answer.json()).access_token;
}
