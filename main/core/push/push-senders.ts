import { randomUUID } from 'node:crypto';
import { fieldOf, problemOf } from '../../base/issues.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { joinMessages } from '../../messages/message.ts';
import { pushErrors } from '../../push/errors.ts';
import { type Credentials, defaultAddresses, type SendMode } from '../../push/sending/send-requests.ts';
import { readServiceAccount } from '../../push/sending/service-account.ts';
import { settingsErrors } from '../../settings/errors.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import { type PushSender, pushSenderSchema } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { PushSenderView } from '../views/push.ts';

export type PushSenders = {
  list(): readonly PushSenderView[];
  /**
   * Saves a sender by name. `secret`: server key, or JSON of the service account. Throws `settings/invalid`,
   * `push/secretMissing` and `push/badServiceAccount`.
   */
  save(sender: PushSenderView, secret: string): Promise<void>;
  /** Throws `push/unknownSender`. */
  remove(name: string): Promise<void>;
  /** Throws `push/unknownSender`, `push/secretMissing`, `push/badServiceAccount`. */
  credentials(name: string): Promise<Credentials>;
};

const secretName = (id: string): string => `push/${id}/secret`;

/** Throws `push/badServiceAccount`. */
export function credentialsOf(mode: SendMode, address: string | null, secret: string): Credentials {
  const where = address ?? defaultAddresses[mode];
  return mode === 'server-key'
    ? { mode, address: where, serverKey: secret.trim() }
    : { mode, address: where, account: readServiceAccount(secret) };
}

/** Returns the part of the credentials that must be redacted. */
export function secretIn(credentials: Credentials): string {
  return credentials.mode === 'server-key' ? credentials.serverKey : credentials.account.privateKey;
}

export function createPushSenders(deps: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly redactor: Redactor;
}): PushSenders {
  const { settings, secrets, redactor } = deps;
  const all = (): readonly PushSender[] => settings.get().pushSenders;
  const find = (name: string): PushSender => {
    const found = all().find((sender) => sender.name === name);
    if (found) return found;
    const existing = all().map((sender) => sender.name);
    throw pushErrors.unknownSender({ name, known: existing.join(', ') });
  };
  return {
    list: () => all().map(({ name, mode, address }) => ({ name, mode, address })),
    save: async (given, secret) => {
      const known = all().find(({ name }) => name === given.name.trim());
      const read = pushSenderSchema.safeParse(
        { ...given, id: known?.id ?? randomUUID() },
        { reportInput: true },
      );
      if (!read.success) {
        const problem = joinMessages('text/sentences', read.error.issues.map(problemOf));
        throw settingsErrors.invalid({ problem }, { field: fieldOf(read.error) });
      }
      const sender = read.data;
      if (secret.trim() === '') throw pushErrors.secretMissing({ name: sender.name });
      redactor.add(secret);
      redactor.add(secretIn(credentialsOf(sender.mode, sender.address, secret)));
      await secrets.set(secretName(sender.id), secret);
      settings.update((now) => ({
        ...now,
        pushSenders: [...now.pushSenders.filter(({ id }) => id !== sender.id), sender],
      }));
    },
    remove: async (name) => {
      const { id } = find(name);
      await secrets.remove(secretName(id));
      settings.update((now) => ({
        ...now,
        pushSenders: now.pushSenders.filter((sender) => sender.id !== id),
      }));
    },
    credentials: async (name) => {
      const { id, mode, address } = find(name);
      const secret = await secrets.get(secretName(id));
      if (secret === null) throw pushErrors.secretMissing({ name });
      redactor.add(secret);
      const credentials = credentialsOf(mode, address, secret);
      redactor.add(secretIn(credentials));
      return credentials;
    },
  };
}
