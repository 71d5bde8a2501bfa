import { fieldOf, problemsIn } from '../base/issues.ts';
import type { Redactor } from '../base/log/redact.ts';
import { settingsErrors } from './errors.ts';
import type { SecretStore } from './secrets.ts';
import { type MailServer, mailServerSchema } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

const passwordName = 'built-in/mail-server/password';

export type MailServers = {
  /** Returns null if mail is written to the outbox folder. */
  get(): Promise<MailAccess | null>;
  /**
   * `password` defaults to the stored one if server, user and TLS are unchanged. Throws
   * `settings/badMailServer`.
   */
  prepare(server: MailServer, password?: string): Promise<MailAccess>;
  /** Validates like `prepare`; stores both values or neither. An empty password deletes the stored one. */
  store(server: MailServer | null, password?: string): Promise<void>;
};

export type MailAccess = { readonly server: MailServer; readonly password: string | null };

export function createMailServers(deps: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly redactor: Redactor;
}): MailServers {
  const { settings, secrets, redactor } = deps;
  const read = async (): Promise<string | null> => {
    const password = await secrets.get(passwordName);
    if (password !== null) redactor.add(password);
    return password;
  };
  const prepare: MailServers['prepare'] = async (given, typed) => {
    if (typed !== undefined) redactor.add(typed);
    const server = checked(given);
    const stored = settings.get().builtInService.mailServer;
    if (server.userName === null) return { server, password: null };
    if (typed !== undefined) return { server, password: typed === '' ? null : typed };
    return { server, password: stored !== null && isSameTarget(stored, server) ? await read() : null };
  };
  return {
    prepare,
    get: async () => {
      const server = settings.get().builtInService.mailServer;
      if (server === null) return null;
      return { server, password: server.userName === null ? null : await read() };
    },
    store: async (given, password) => {
      const next = given && (await prepare(given, password));
      if (next === null || next.password === null) await secrets.remove(passwordName);
      else await secrets.set(passwordName, next.password);
      settings.update((now) => ({
        ...now,
        builtInService: { ...now.builtInService, mailServer: next?.server ?? null },
      }));
    },
  };
}

function isSameTarget(one: MailServer, other: MailServer): boolean {
  const target = ({ host, port, secure, requireTls, plainText, userName }: MailServer) =>
    [host, port, secure, requireTls, plainText === true, userName].join('\n');
  return target(one) === target(other);
}

function checked(given: MailServer): MailServer {
  const read = mailServerSchema.safeParse(given, { reportInput: true });
  if (read.success) return read.data;
  throw settingsErrors.badMailServer({ problem: problemsIn(read.error) }, { field: fieldOf(read.error) });
}
