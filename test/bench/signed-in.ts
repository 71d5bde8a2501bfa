import type { ChildProcess } from 'node:child_process';
import { tokenResponse } from '../../main/api/wire.ts';
import type { FirstUser } from '../../main/service/service.ts';
import { startChild } from './child.ts';

export type SignedIn = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly user: FirstUser;
  readonly token: string;
};

/** The built-in service on this folder in a process of its own, and a token for it. */
export async function startSignedIn(folder: string): Promise<SignedIn> {
  const { child, message } = await startChild<{ url: string; user: FirstUser }>('service.ts', folder);
  const { url, user } = message;
  const form = {
    username: user.userName,
    password: user.password,
    client_id: user.clientId,
    client_secret: user.clientSecret,
    grant_type: 'password',
    scope: 'bench',
  };
  const address = `${url}/identity/connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = tokenResponse.parse(await response.json());
  return { child, url, user, token };
}
