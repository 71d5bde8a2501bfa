/** English for the first steps: an account, then a folder. */
import { inLanguage } from './in-language.ts';

export const english = {
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  accountTitle: 'Where should builds go?',
  accountText: 'Slipway uploads finished builds to a distribution service and tells your testers.',
  signIn: 'Sign in to a service…',
  signInText: 'Your company or a provider runs one. You need its addresses, a user name and a client id.',
  builtIn: 'Use the built-in service on this computer',
  builtInText: 'Nothing to sign up for. Builds and mail stay on this computer.',
  starting: 'Starting…',
  lookAround: 'Look around first',
  lookAroundText: 'Nothing is set up. These steps wait for you in Settings.',
  folderTitle: 'Where do your builds appear?',
  folderText: 'Slipway watches a folder and uploads every finished .ipa or .apk in it.',
  looking: 'Looking for projects…',
  projects: 'Projects found on this computer',
  moreProjects: (count: number) => `Show ${count} more`,
  inProject: (project: string) => `What to watch in ${project}`,
  everything: 'This folder and all below it',
  everythingText: 'Every finished build is taken, wherever it lies in it.',
  notYet: 'It is made by the first build; Slipway waits for it.',
  other: 'Another folder',
  otherHint: 'The folder your compiler writes to, or the folder of a project.',
  browserHint: 'The full path on the computer Slipway runs on.',
  choose: 'Choose…',
  fits: 'What to watch there',
  nothingChosen: 'Choose a project, or enter a folder.',
  outcome: (account: string) =>
    `Finished builds go to test distribution in “${account}” and are switched on. Nobody is told yet: that, and all else, is changed in Folders.`,
  watch: 'Watch this folder',
  waitInstead: 'Watch it as soon as it exists',
  later: 'Not now',
  again: 'First steps…',
} as const;

export const words = inLanguage(english, ({ firstSteps }) => firstSteps.words);
