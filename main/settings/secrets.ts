import { readFile, stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { systemCode } from '../base/errors.ts';
import { fileError, writeAtomically } from '../base/files/files.ts';
import { type Message, messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';

/** Stores secrets by name. Secrets are never logged and never leave the main process. */
export type SecretStore = {
  /** Storage location of the secrets, for diagnostics. */
  readonly kind: Message;
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
};

const fileSchema = z.record(z.string(), z.string());

/** Stores secrets in a file with mode 0600. Throws `settings/secretsExposed` if others can read it. */
export function fileSecrets(path: string): SecretStore {
  const inTurn = pLimit(1);
  const change = (edit: (values: Record<string, string>) => void): Promise<void> =>
    inTurn(async () => {
      const values = await readSecrets(path);
      edit(values);
      await writeAtomically(path, JSON.stringify(values));
    });
  return {
    kind: messageOf('storedIn/file', { path }),
    get: async (name) => (await readSecrets(path))[name] ?? null,
    set: (name, value) =>
      change((values) => {
        values[name] = value;
      }),
    remove: (name) =>
      change((values) => {
        delete values[name];
      }),
  };
}

async function readSecrets(path: string): Promise<Record<string, string>> {
  let text: string;
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw settingsErrors.secretsExposed({ path });
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw fileError(error, path);
  }
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    // Omits the cause: the JSON error quotes the text, which may be a secret.
    throw settingsErrors.secretsUnreadable({ path });
  }
}

/** Keeps secrets in memory, for example from environment variables. */
export function memorySecrets(initial: Readonly<Record<string, string>> = {}): SecretStore {
  const values = new Map(Object.entries(initial));
  return {
    kind: messageOf('storedIn/memory'),
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => {
      values.set(name, value);
    },
    remove: async (name) => {
      values.delete(name);
    },
  };
}
