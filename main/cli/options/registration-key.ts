import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { messageOf } from '../../messages/message.ts';
import { registrationKey } from '../../settings/registration-key.ts';
import { fileSecrets, type SecretStore } from '../../settings/secrets.ts';

export const keyVariable = 'SLIPWAY_GOOGLE_API_KEY';

type Folder = { readonly dataDir: string; readonly environment: Environment };

/** Opens the secrets of the data folder. An API key in the environment takes precedence and is not stored. */
export function openSecrets({ dataDir, environment }: Folder): SecretStore {
  const stored = fileSecrets(join(dataDir, 'secrets.json'));
  const key = environment[keyVariable];
  if (!key) return stored;
  return {
    ...stored,
    kind: messageOf('storedIn/environment', { location: stored.kind }),
    get: async (name) => (name === registrationKey ? key : stored.get(name)),
  };
}

/** Throws the errors of the secret store. */
export async function hasRegistrationKey(folder: Folder): Promise<boolean> {
  return (await openSecrets(folder).get(registrationKey)) !== null;
}
