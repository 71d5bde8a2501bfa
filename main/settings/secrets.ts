import { readFile, stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { systemCode } from '../base/errors.ts';
import { fileError, writeWhole } from '../base/files/files.ts';
import { type Message, messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';

/** Keeps secrets by name. Values are never logged and never leave main. */
export type SecretStore = {
  /** In words, for diagnostics: where the secrets lie. */
  readonly kind: Message;
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
};

const fileSchema = z.record(z.string(), z.string());

/**
 * Secrets in a file only its owner can read, for machines where no window (and so no system store) exists. A file that
 * others can read is refused with `settings/secretsOpen`.
 */
export function fileSecrets(path: string): SecretStore {
  const inTurn = pLimit(1);
  const change = (edit: (values: Record<string, string>) => void): Promise<void> =>
    inTurn(async () => {
      const values = await readSecrets(path);
      edit(values);
      await writeWhole(path, JSON.stringify(values));
    });
  return {
    kind: messageOf('keptIn/file', { path }),
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
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw settingsErrors.secretsOpen({ path });
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw fileError(error, path);
  }
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    // Without its cause: the parser quotes the place where it stopped, which may be a secret.
    throw settingsErrors.secretsUnreadable({ path });
  }
}

/** Secrets that live as long as the process: given by the environment, or made for one run. */
export function memorySecrets(initial: Readonly<Record<string, string>> = {}): SecretStore {
  const values = new Map(Object.entries(initial));
  return {
    kind: messageOf('keptIn/memory'),
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => {
      values.set(name, value);
    },
    remove: async (name) => {
      values.delete(name);
    },
  };
}
