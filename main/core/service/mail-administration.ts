import { isDeepStrictEqual } from 'node:util';
import type { CallsOf } from '../../../preload/contract.ts';
import { toFailure } from '../../base/errors.ts';
import type { Language } from '../../messages/locale.ts';
import { translatorOf } from '../../messages/translator.ts';
import type { Outbox } from '../../service/service.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { MailLanguage } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { MailServerView } from '../views/service.ts';
import type { BuiltIn } from './built-in.ts';
import type { RunChange } from './directory.ts';

/**
 * No call needs a running service. Changing only the language does not restart the service. `testMail` throws
 * `settings/badMailServer`, `service/badMember` and `service/mail…`, `checkSender` throws `service/mailDns`.
 */
export type MailAdministration = Pick<
  CallsOf<'service'>,
  'outbox' | 'message' | 'retryMail' | 'mailServer' | 'setMailServer' | 'testMail' | 'checkSender'
>;

export function mailAdministration(deps: {
  readonly builtIn: BuiltIn;
  readonly outbox: () => Outbox;
  readonly settings: SettingsStore;
  readonly mailServers: MailServers;
  readonly mailLanguage: () => Language;
  readonly redactor: { add(secret: string): void };
  readonly now: () => number;
  readonly changing: RunChange;
}): MailAdministration {
  const { builtIn, outbox, settings, mailServers } = deps;
  const view = async (): Promise<MailServerView> => {
    const { mailServer: server, mailLanguage: language } = settings.get().builtInService;
    const set = { server, language, resolvedLanguage: deps.mailLanguage() };
    try {
      const access = await mailServers.get();
      return { ...set, hasPassword: access?.password != null, failure: null };
    } catch (error) {
      return { ...set, hasPassword: false, failure: toFailure(error) };
    }
  };
  const saveLanguage = (mailLanguage: MailLanguage): void => {
    settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, mailLanguage } }));
  };
  return {
    outbox: async () => outbox().list(),
    message: async ({ id }) => outbox().show(id),
    retryMail: async ({ id }) => (id === null ? outbox().retryQueued() : outbox().retry(id)),
    mailServer: view,
    setMailServer: ({ server, password, language }) =>
      deps.changing('mail-server', async () => {
        const now = settings.get().builtInService;
        const sameServer = password === undefined && isDeepStrictEqual(server, now.mailServer);
        const newLanguage = language !== undefined && language !== now.mailLanguage;
        if (!(sameServer && newLanguage)) await builtIn.setMailServer(server, password);
        if (newLanguage) saveLanguage(language);
        return view();
      }),
    testMail: async ({ server: given, password: typed, to }) => {
      const { server, password } = await mailServers.prepare(given, typed);
      if (password !== null) deps.redactor.add(password);
      const { sendTestMessage } = await import('../../service/mail/test-message.ts');
      await sendTestMessage({ ...server, password }, to, translatorOf(deps.mailLanguage()), deps.now());
    },
    checkSender: async (sender) => {
      const { checkSender } = await import('../../service/mail/sender/check-sender.ts');
      const { systemTxtLookup } = await import('../../service/mail/sender/txt-lookup.ts');
      return checkSender(sender, systemTxtLookup());
    },
  };
}
