/** Shared options. Secrets are never options, because other users can read the arguments of a process. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Area } from '../../api/wire.ts';
import { withoutTrailingSlash } from '../../base/trim-end.ts';
import { cliErrors } from '../errors.ts';
import { collectAddresses, collectNames } from './parse-recipients.ts';

export type GlobalOptions = {
  readonly json?: true;
  readonly dataDir?: string;
  readonly verbose?: true;
  readonly color: boolean;
};

export type ConnectionOptions = {
  readonly account?: string;
  readonly authUrl?: string;
  readonly baseUrl?: string;
  readonly user?: string;
  readonly clientId?: string;
  readonly scope: string;
  readonly mode: 'plain' | 'link';
  readonly vendor: string;
};

export type RecipientOptions = {
  readonly team?: readonly string[];
  readonly member?: readonly string[];
  readonly email?: readonly string[];
};

export type TargetOptions = RecipientOptions & {
  readonly area: Area;
  readonly activate?: true;
  readonly sendAnyway?: true;
};

/** Heading of the connection options, which only `slipway help connection` lists. */
export const connectionHeading = 'Connection:';

export function addConnectionOptions(command: Command): Command {
  const option = (flags: string, text: string, variable: string): Option =>
    new Option(flags, text).env(variable).helpGroup(connectionHeading);
  return command
    .addOption(
      option('--account <name>', 'name of a saved account (default: the active account)', 'SLIPWAY_ACCOUNT'),
    )
    .addOption(option('--base-url <url>', 'address of the distribution API', 'SLIPWAY_BASE_URL'))
    .addOption(
      option(
        '--auth-url <url>',
        'address of the identity endpoint (default: --base-url)',
        'SLIPWAY_AUTH_URL',
      ),
    )
    .addOption(option('--user <name>', 'user name', 'SLIPWAY_USER'))
    .addOption(option('--client-id <id>', 'client id', 'SLIPWAY_CLIENT_ID'))
    .addOption(option('--scope <scope>', 'scope of the token', 'SLIPWAY_SCOPE').default('distribution'))
    .addOption(
      option('--mode <mode>', 'response format (link: JSON with links)', 'SLIPWAY_MODE')
        .choices(['plain', 'link'])
        .default('plain'),
    )
    .addOption(
      option('--vendor <name>', 'vendor in the Accept header of link mode', 'SLIPWAY_VENDOR').default(
        'slipway',
      ),
    );
}

/** Adds options for recipients. They imply `activate`, since only an active version can be sent. */
export function addRecipientOptions(command: Command): Command {
  const option = (flags: string, text: string, collect: typeof collectNames): Option =>
    new Option(flags, text)
      .argParser(collect)
      .implies({ activate: true })
      .helpGroup('Recipients (repeat an option or separate values by commas):');
  return command
    .addOption(option('--team <name>', 'name or number of a team', collectNames))
    .addOption(option('--member <name>', 'name, address or number of a member', collectNames))
    .addOption(option('--email <address>', 'e-mail address of a recipient', collectAddresses));
}

export const activateHelp = 'activate the version after the upload (implied by --team, --member and --email)';

export const sendAnywayHelp =
  'send even if few or no devices can install the build, or only this computer can open the link';

/** Adds `--area` without a default, so that an omitted option stays undefined. */
export function addAreaOptions(command: Command): Command {
  return command
    .addOption(areaOption())
    .addOption(new Option('--store', 'short for --area appstore').implies({ area: 'appstore' }));
}

function areaOption(): Option {
  return new Option(
    '--area <area>',
    'area of the service: “testingdist” for testers, “appstore” for the store',
  ).choices(['testingdist', 'appstore']);
}

export function addTargetOptions(command: Command): Command {
  command
    .addOption(areaOption().default('testingdist'))
    .addOption(new Option('--store', 'short for --area appstore').implies({ area: 'appstore' }))
    .option('--activate', activateHelp)
    .option('--send-anyway', sendAnywayHelp);
  return addRecipientOptions(command);
}

/** Rejects secrets as options and names the environment variable to use instead. */
export function refuseSecretOptions(command: Command): Command {
  const refused = [
    [
      '--password',
      'Set the environment variable SLIPWAY_PASSWORD (for “slipway service user” SLIPWAY_NEW_PASSWORD) instead.',
    ],
    ['--token', 'Set the environment variable SLIPWAY_TOKEN instead.'],
    ['--client-secret', 'Set the environment variable SLIPWAY_CLIENT_SECRET instead.'],
    ['--server-key', 'Set the environment variable SLIPWAY_PUSH_SERVER_KEY instead.'],
    ['--proxy-password', 'Set the environment variable SLIPWAY_PROXY_PASSWORD instead.'],
    ['--smtp-password', 'Set the environment variable SLIPWAY_SMTP_PASSWORD instead.'],
    ['--api-key', 'Set the environment variable SLIPWAY_GOOGLE_API_KEY instead.'],
    ['--new-password', 'Set the environment variable SLIPWAY_NEW_PASSWORD instead.'],
  ] as const;
  for (const [option, instead] of refused) {
    command.addOption(
      new Option(`${option} [value]`)
        .hideHelp()
        .preset('')
        .argParser(() => {
          throw cliErrors.secretArgument({ option, instead });
        }),
    );
  }
  return command;
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) {
    throw new InvalidArgumentError('Expected a whole number from 0 (any free port) to 65535.');
  }
  return port;
}

export function parseProxyHops(value: string): number {
  const hops = Number(value);
  if (!/^\d+$/.test(value) || hops > 5) {
    throw new InvalidArgumentError('Expected the number of proxies, from 0 to 5.');
  }
  return hops;
}

/** Parses the public base address of a service; removes a trailing slash. */
export function parsePublicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username + url.password !== '') {
    throw new InvalidArgumentError(
      'Expected an address such as https://builds.example.org, without “?”, “#”, user name or password.',
    );
  }
  return withoutTrailingSlash(url.href);
}

/** Parses a positive 32-bit id. Throws `cli/badNumber`. */
export function parseId(what: string, value: string): number {
  const id = Number(value);
  if (!/^\d+$/.test(value) || id < 1 || id > 2_147_483_647) throw cliErrors.badNumber({ what, value });
  return id;
}

export type DeltaOption = { readonly delta: boolean };

export const noDeltaHelp = 'send the whole build even if the service has an earlier one';
