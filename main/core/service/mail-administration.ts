/** The mail of the built-in service: what was sent, and how it leaves. */
import { isDeepStrictEqual } from 'node:util';
import { toFailure } from '../../base/errors.ts';
import type { Language } from '../../messages/locale.ts';
import { translatorOf } from '../../messages/translator.ts';
import type { Outbox } from '../../service/service.ts';
import type { MessageView, OutboxMessage } from '../../service/service-view.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { MailLanguage, MailServer } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { MailServerView } from '../view.ts';
import type { BuiltIn } from './built-in.ts';
import type { Changing } from './change-feed.ts';

export type MailAdministration = {
  /** Newest first. */
  outbox(): Promise<readonly OutboxMessage[]>;
  /** Throws `service/noMail`. */
  message(id: string): Promise<MessageView>;
  /** One message, or with null all that wait. Throws as `Outbox` does. */
  retryMail(id: string | null): Promise<void>;
  /** Needs no running service, nor do the other two. */
  mailServer(): Promise<MailServerView>;
  /**
   * See `BuiltIn.setMailServer`; also gives how it is afterwards. Messages that are written from now on are in `language`;
   * where nothing but that changes, the service goes on as it is.
   */
  setMailServer(
    server: MailServer | null,
    password?: string,
    language?: MailLanguage,
  ): Promise<MailServerView>;
  /**
   * Sends one message through a server that need not be the one that is set. Throws `settings/badMailServer`,
   * `service/badMember` and what the server or the line said, as `service/mail…`.
   */
  testMail(server: MailServer, password: string | undefined, to: string): Promise<void>;
};

export function mailAdministration(deps: {
  readonly builtIn: BuiltIn;
  readonly outbox: () => Outbox;
  readonly settings: SettingsStore;
  readonly mailServers: MailServers;
  readonly mailLanguage: () => Language;
  readonly redactor: { add(secret: string): void };
  readonly now: () => number;
  readonly changing: Changing;
}): MailAdministration {
  const { builtIn, outbox, settings, mailServers } = deps;
  const view = async (): Promise<MailServerView> => {
    const { mailServer: server, mailLanguage: language } = settings.get().builtInService;
    const set = { server, language, languageNow: deps.mailLanguage() };
    try {
      const access = await mailServers.get();
      return { ...set, hasPassword: access?.password != null, failure: null };
    } catch (error) {
      return { ...set, hasPassword: false, failure: toFailure(error) };
    }
  };
  const keepLanguage = (mailLanguage: MailLanguage): void => {
    settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, mailLanguage } }));
  };
  return {
    outbox: async () => outbox().list(),
    message: async (id) => outbox().show(id),
    retryMail: async (id) => (id === null ? outbox().retryWaiting() : outbox().retry(id)),
    mailServer: view,
    setMailServer: (server, password, language) =>
      deps.changing('mail-server', async () => {
        const now = settings.get().builtInService;
        const sameServer = password === undefined && isDeepStrictEqual(server, now.mailServer);
        const newLanguage = language !== undefined && language !== now.mailLanguage;
        if (!(sameServer && newLanguage)) await builtIn.setMailServer(server, password);
        if (newLanguage) keepLanguage(language);
        return view();
      }),
    testMail: async (given, typed, to) => {
      const { server, password } = await mailServers.prepare(given, typed);
      if (password !== null) deps.redactor.add(password);
      const { sendTestMessage } = await import('../../service/mail/test-message.ts');
      await sendTestMessage({ ...server, password }, to, translatorOf(deps.mailLanguage()), deps.now());
    },
  };
}
