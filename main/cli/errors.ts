import { errorTable } from '../base/errors.ts';

/** Wrong use of the command line; these end with exit code 2, `serviceInUse` with 5. */
export const cliErrors = errorTable('cli', {
  onlyWindow: {
    remedy: 'none',
    message: (p: { version: string }) =>
      `The installed application has no command line on this system. Install Node.js 24 and the npm package (npm install --global slipway-${p.version}.tgz, see “The command line” in README.md), then give the command again.`,
  },
  noAccount: {
    remedy: 'check-input',
    message: (p: { known: string }) => {
      const named = '--base-url, --user and --client-id, and set SLIPWAY_PASSWORD and SLIPWAY_CLIENT_SECRET';
      return p.known === ''
        ? `No service was named, and no account is saved yet. Give ${named}. Or run “slipway serve” in another terminal and give this command again: it then uses the service built into Slipway.`
        : `No service was named. Give --account with one of the accounts saved in Slipway (${p.known}), or ${named}.`;
    },
  },
  unknownAccount: {
    remedy: 'check-input',
    message: (p: { name: string; known: string }) =>
      p.known === ''
        ? `There is no saved account “${p.name}”: none is saved yet. Give --base-url and --user instead.`
        : `There is no saved account “${p.name}”. Saved are: ${p.known}.`,
  },
  bothAccounts: {
    remedy: 'check-input',
    message: () => 'Give either --account or the address of a service (also in the environment), not both.',
  },
  missingOptions: {
    remedy: 'check-input',
    message: (p: { missing: string }) => `Some of the connection is missing: ${p.missing}.`,
  },
  badAddress: {
    remedy: 'check-input',
    message: (p: { option: string; value: string }) =>
      `${p.option} must be an address that begins with https:// or http://, not “${p.value}”.`,
  },
  apiPath: {
    remedy: 'check-input',
    message: (p: { option: string; path: string; base: string }) =>
      `${p.option} has to be ${p.base}, without ${p.path}.`,
  },
  badOption: {
    remedy: 'check-input',
    message: (p: { problem: string }) => p.problem,
  },
  badNumber: {
    remedy: 'check-input',
    message: (p: { what: string; value: string }) => `${p.what} must be a whole number, not “${p.value}”.`,
  },
  /** `learned`: what is known was learned from versions, since the service has no list of its people. */
  unknownRecipient: {
    remedy: 'check-input',
    message: (p: { what: string; name: string; known: string; learned?: boolean }) => {
      if (p.learned)
        return `There is no ${p.what} “${p.name}” that could be looked up: the service does not list its people, so only those are known whom a version there was sent to before (${p.known || 'nobody yet'}). Give the number of the ${p.what}, or addresses with --email.`;
      return p.known === ''
        ? `There is no ${p.what} “${p.name}”. No ${p.what} is known yet. “slipway service people add-${p.what}” adds one.`
        : `There is no ${p.what} “${p.name}”. Known are: ${p.known}.`;
    },
  },
  ambiguous: {
    remedy: 'check-input',
    message: (p: { what: string; name: string }) =>
      `“${p.name}” names more than one ${p.what}. Give its number instead.`,
  },
  unknownApp: {
    remedy: 'check-input',
    message: (p: { name: string }) =>
      `There is no application “${p.name}”. “slipway apps” lists the ones there are.`,
  },
  unknownFolder: {
    remedy: 'check-input',
    message: (p: { name: string }) =>
      `No watched folder is “${p.name}”. “slipway folders list” lists the ones there are.`,
  },
  nobody: {
    remedy: 'check-input',
    message: () => 'Nobody was named. Give --team, --member or --email.',
  },
  storeOnly: {
    remedy: 'check-input',
    message: () =>
      'Builds of the store area cannot be activated or sent. Leave out --activate, --team, --member and --email.',
  },
  secretArgument: {
    remedy: 'check-input',
    message: (p: { option: string; instead: string }) =>
      `${p.option} is not an option, because other users can read the arguments of a program. ${p.instead}`,
  },
  timedOut: {
    remedy: 'wait',
    message: (p: { seconds: number }) =>
      `Not done after ${p.seconds} seconds (--timeout). Nothing is lost; give the command again to go on.`,
  },
  noTerminal: {
    remedy: 'check-input',
    message: (p: { variable: string }) =>
      `There is no terminal to ask for a password on. Set the environment variable ${p.variable} instead, or let one be made.`,
  },
  unknownUpload: {
    remedy: 'check-input',
    message: (p: { name: string }) =>
      `There is no upload “${p.name}” on the list. “slipway queue” lists them with their numbers.`,
  },
  badAnswer: {
    remedy: 'check-input',
    message: (p: { value: string }) => `The answer is yes or no, not “${p.value}”.`,
  },
  noPlace: {
    remedy: 'check-input',
    message: () => 'Say where to: --first, --last or --before UPLOAD.',
  },
  csvAsJson: {
    remedy: 'check-input',
    message: () =>
      'With --json stdout holds JSON only. Leave out --format csv, leave out --json, or name a file instead of “-”.',
  },
  noDesktop: {
    remedy: 'none',
    message: () => 'The Slipway that does the work runs in a terminal and cannot show anything.',
  },
  accountNotThere: {
    remedy: 'sign-in',
    message: (p: { name: string; folder: string }) =>
      `Another Slipway is working on the data folder ${p.folder} and does not know the account “${p.name}”. Sign in there once, name an account it knows with --account, or choose another folder with --data-dir.`,
  },
  passwordsDiffer: {
    remedy: 'check-input',
    message: () => 'The two passwords are not the same, so nothing was changed. Try again.',
  },
  serviceInUse: {
    remedy: 'wait',
    message: (p: { folder: string }) =>
      `Slipway is running on the data folder ${p.folder}, and does not let this command in, so what its built-in service keeps (people, users, clients, mail) cannot be reached. Quit Slipway (“slipway serve” with Ctrl-C), give this command again, then start Slipway again.`,
  },
});
