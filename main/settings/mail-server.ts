import { settingsErrors } from './errors.ts';
import type { SecretStore } from './secrets.ts';
import { type MailServer, mailServerSchema } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

const passwordName = 'built-in/mail-server/password';

/** How the built-in service sends mail: a mail server with its password, or none. */
export type MailServers = {
  /** Null: the outbox folder. */
  get(): Promise<{ readonly server: MailServer; readonly password: string | null } | null>;
  /** An absent password keeps the stored one. Throws `settings/badMailServer`; then nothing is stored. */
  store(server: MailServer | null, password?: string): Promise<void>;
};

export function createMailServers(settings: SettingsStore, secrets: SecretStore): MailServers {
  return {
    get: async () => {
      const server = settings.get().builtInService.mailServer;
      if (server === null) return null;
      return { server, password: server.userName === null ? null : await secrets.get(passwordName) };
    },
    store: async (given, password) => {
      const checked = mailServerSchema.nullable().safeParse(given);
      if (!checked.success) {
        const problem = checked.error.issues
          .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
          .join('; ');
        throw settingsErrors.badMailServer({ problem });
      }
      if (checked.data === null || checked.data.userName === null) await secrets.remove(passwordName);
      else if (password !== undefined) await secrets.set(passwordName, password);
      settings.update((now) => ({
        ...now,
        builtInService: { ...now.builtInService, mailServer: checked.data },
      }));
    },
  };
}
