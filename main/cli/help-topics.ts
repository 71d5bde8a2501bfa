/** Help topics that concern all commands: `slipway help connection`, `slipway help exit-codes`. */
import { Command } from 'commander';
import { exitCodeHelp, pushExitCodeHelp } from './exit-codes.ts';
import { addConnectionOptions } from './options/options.ts';

export const helpTopics = {
  connection: 'how a command finds its service and signs in',
  'exit-codes': 'what the exit codes mean',
} as const;

type Topic = keyof typeof helpTopics;

/** Returns the text of `help TOPIC`; null if the arguments name no topic. */
export function topicText(words: readonly string[]): string | null {
  const [help, topic] = words.filter((word) => !word.startsWith('-'));
  if (help !== 'help' || topic === undefined || !isTopic(topic)) return null;
  return topic === 'connection' ? connectionText() : `${exitCodeHelp}\n${pushExitCodeHelp}\n`;
}

const isTopic = (argument: string): argument is Topic => Object.hasOwn(helpTopics, argument);

function connectionText(): string {
  const options = addConnectionOptions(new Command('connection').helpOption(false));
  const list = options.helpInformation().split('Connection:\n')[1] ?? '';
  return `A command uses one service, the first of these that is given:
  1. the saved account of --account;
  2. the service of --base-url, with the access token in SLIPWAY_TOKEN,
     or with --user, --client-id and the secrets of the environment;
  3. the active account. “slipway login ADDRESS” saves one, and “slipway serve” creates one for the built-in service.

Options and their environment variables:
${list}
Secrets are never options, because other users can read the arguments of a program:
  SLIPWAY_TOKEN          an access token, instead of a user and a client; “slipway service token add” creates one
  SLIPWAY_PASSWORD       password of --user
  SLIPWAY_CLIENT_SECRET  secret of --client-id

Examples:
  SLIPWAY_TOKEN=… slipway upload app.apk --base-url https://builds.example.org
  SLIPWAY_PASSWORD=… SLIPWAY_CLIENT_SECRET=… slipway apps --base-url https://builds.example.org --user ci --client-id ci
  slipway login https://builds.example.org
  slipway upload app.apk --account work
`;
}
