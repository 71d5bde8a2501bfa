/** What the commands about people, users, clients and access tokens work with, on a storage instead of a running Slipway. */
import { systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { createDirectoryHandlers } from '../../bridge/directory-handlers.ts';
import { accessTokenAdministration } from '../../core/service/access-token-administration.ts';
import { peopleAdministration } from '../../core/service/people-administration.ts';
import { signInAdministration } from '../../core/service/sign-in-administration.ts';
import { createAccessTokens } from '../../service/identity/access-tokens.ts';
import { createIdentity } from '../../service/identity/identity.ts';
import { usualPasswordCost } from '../../service/identity/secrets.ts';
import { createPeople } from '../../service/people/people.ts';
import type { Storage } from '../../service/storage/storage.ts';
import type { DirectoryClient } from '../run/with-service.ts';

export function directoryOf(storage: Storage, redactor: Redactor, log: Log): DirectoryClient {
  const deps = { clock: systemClock, redactor, passwordCost: usualPasswordCost, log };
  const identity = createIdentity(storage.identity, deps);
  const tokens = createAccessTokens(storage.accessTokens, deps);
  const people = createPeople(storage.people, systemClock);
  const handlers = createDirectoryHandlers({
    ...peopleAdministration(
      () => people,
      (_what, work) => work(),
    ),
    ...signInAdministration(
      () => identity,
      (_what, work) => work(),
    ),
    ...accessTokenAdministration(
      () => tokens,
      (_what, work) => work(),
    ),
  });
  return {
    call: async (name, values) => {
      const handler = (handlers as Record<string, (values: never) => Promise<unknown>>)[name];
      if (!handler) throw new TypeError(`No command about a directory asks for ${name}.`);
      return (await handler(values as never)) as never;
    },
  };
}
