/** English for accounts and the built-in service. */
import { inLanguage } from './in-language.ts';
export const english = {
  accounts: 'Accounts',
  add: 'Add account…',
  /** The account of the built-in service, which has no name of a person's own. */
  thisComputer: 'This computer',
  session: {
    'signed-in': 'Signed in',
    'signing-in': 'Signing in…',
    'signed-out': 'Signs in when needed',
    'sign-in-needed': 'Sign-in needed',
  },
  inUse: 'in use',
  use: 'Use this account',
  signIn: 'Sign in',
  edit: 'Edit…',
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove the account “${name}”?`,
  removeText: (folders: number) =>
    folders === 0
      ? 'The account and its stored password go from this computer. Nothing changes on the service.'
      : `The account and its stored password go from this computer, and ${folders === 1 ? 'the folder that uses it stops' : `the ${folders} folders that use it stop`} uploading. Nothing changes on the service.`,
  removeButton: 'Remove account',
  removing: 'Removing…',
  service: 'Built-in service',
  serviceStopped: 'The built-in service is stopped. Start it to see and change what it keeps.',
  startService: 'Start the built-in service',
  addTitle: 'Sign in to a service',
  editTitle: 'Edit account',
  name: 'Name',
  nameHint: 'What you call it.',
  authUrl: 'Sign-in address',
  authUrlHint: 'Where tokens come from, for example https://auth.example.com',
  baseUrl: 'Service address',
  baseUrlHint: 'The distribution service, for example https://api.example.com',
  userName: 'User name',
  password: 'Password',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  kept: 'Leave empty to keep the stored one',
  scope: 'Scope',
  scopeHint: 'What the service wants to be asked for. Leave it unless you were told another.',
  lookAt: 'Look at this again.',
  advanced: 'Advanced',
  mode: 'Answers',
  modes: { plain: 'Plain', link: 'With links' },
  vendor: 'Vendor',
  vendorHint: 'The name in application/vnd.<vendor>.hateaos+json',
  template: 'Install link',
  templateHint: 'With {id}, {applicationId} or {uniqueName} in it; empty when there is none.',
  signInButton: 'Sign in',
  signingIn: 'Signing in…',
  needed: (label: string) => `${label} is needed.`,
  badAddress: 'Enter an address that begins with https:// or http://.',
  unencrypted: 'Not encrypted',
  unencryptedText: (hosts: string) =>
    `The connection to ${hosts} is not encrypted (http). Anyone on the network between can read your password, the client secret and your builds. Use an address that begins with https:// if the service has one.`,
} as const;

export const words = inLanguage(english, ({ accounts }) => accounts.words);
