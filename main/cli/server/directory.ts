/** Runs the commands for people, users, clients and tokens directly on the storage of a server. */
import { systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { createDirectory } from '../../core/service/directory.ts';
import { createAccessTokens } from '../../service/identity/access-tokens.ts';
import { createIdentity } from '../../service/identity/identity.ts';
import { defaultPasswordCost } from '../../service/identity/secrets.ts';
import { createDevices } from '../../service/people/devices.ts';
import { createPeople } from '../../service/people/people.ts';
import type { Storage } from '../../service/storage/storage.ts';
import type { DirectoryClient } from '../run/with-service.ts';

export function directoryOf(storage: Storage, redactor: Redactor, log: Log): DirectoryClient {
  const deps = { clock: systemClock, redactor, passwordCost: defaultPasswordCost, log };
  const identity = createIdentity(storage.identity, deps);
  const accessTokens = createAccessTokens(storage.accessTokens, deps);
  const people = createPeople(storage.people, systemClock);
  const devices = createDevices(storage.devices);
  const directory = createDirectory(() => ({ people, devices, identity, accessTokens }));
  return {
    call: async (name, values) => {
      const calls: Readonly<Record<string, unknown>> = directory;
      const handler = calls[name.replace('service.', '')];
      if (typeof handler !== 'function')
        throw new TypeError(`The directory of a server has no call ${name}.`);
      return await handler(values);
    },
  };
}
