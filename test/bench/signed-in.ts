import type { ChildProcess } from 'node:child_process';
import type { FirstUser } from '../../main/service/service.ts';
import { tokenOf } from '../sign-in.ts';
import { startChild } from './child.ts';

export type SignedIn = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly user: FirstUser;
  readonly token: string;
};

/** Starts the built-in service on this folder in a separate process and returns a token. */
export async function startSignedIn(folder: string): Promise<SignedIn> {
  const { child, message } = await startChild<{ url: string; user: FirstUser }>('service.ts', folder);
  const { url, user } = message;
  return { child, url, user, token: await tokenOf(url, user) };
}
