/** English for the connection test: which part of an account works, and which does not. */
import { inLanguage } from './in-language.ts';

export const english = {
  test: 'Test connection',
  testing: 'Testing…',
  result: 'Connection test',
  signIn: 'Sign-in',
  service: 'Service',
  works: 'Works',
  wrong: 'Does not work',
  notTried: 'Not tried yet',
  allWorks: 'Everything works: Slipway can sign in, and the service lets it in.',
  /** What is wrong, by the part the test names. */
  parts: {
    name: 'The address was not found',
    port: 'Nobody listens at this address',
    network: 'The address cannot be reached',
    certificate: 'The certificate is not trusted',
    proxy: 'The proxy does not let it through',
    address: 'This is no distribution service',
    client: 'Client id or client secret',
    user: 'User name or password',
    scope: 'The scope',
    'sign-in': 'The sign-in as a whole',
    entrance: 'Signed in, but not let in',
    mode: 'The kind of answers',
    service: 'The service itself has trouble',
  },
  /** What helps besides what the failure itself says. */
  help: {
    user: 'Some services say the same when the client id or secret is wrong.',
    certificate: 'A certificate of your company can be trusted in Settings, Network.',
    proxy: 'Proxies are set in Settings, Network.',
  },
  offline: 'This computer has no network at the moment, so this says nothing about the account.',
  saveAnyway: 'Save all the same',
  saveAnywayHint: 'The sign-in works, so the account can be saved, and builds wait until the service does.',
} as const;

export const words = inLanguage(english, ({ connection }) => connection.words);
