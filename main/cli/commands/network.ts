import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CallArguments } from '../../../preload/contract.ts';
import { parseExceptions } from '../../api/transport/proxy/proxy-exceptions.ts';
import type { NetworkView } from '../../core/views/network.ts';
import { speedText } from '../../messages/byte-size.ts';
import { textOf } from '../../messages/text.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { collectHours, hoursText } from '../options/bandwidth-schedule.ts';
import { parseSpeed } from '../options/speed.ts';
import { resolvePath } from '../resolve-path.ts';
import { type Context, withSettingsCore } from '../run/context.ts';
import { withClient } from '../run/queue-client.ts';
import type { Run } from '../run/run-command.ts';
import { askSecrets } from '../terminal/ask.ts';
import { formatTable, plainText } from '../terminal/format.ts';

/** `false` is the `--no-…` form of an option. */
type SetOptions = {
  readonly proxy?: string;
  readonly proxyUser?: string | false;
  readonly bypass?: string | false;
  readonly ca?: readonly string[] | false;
  readonly limit?: number | 'off';
  readonly schedule?: NetworkView['schedule'];
  readonly pauseOnMetered?: boolean;
  readonly connectTimeout?: number;
};

const passwordVariable = 'SLIPWAY_PROXY_PASSWORD';

export function addNetworkCommands(program: Command, run: Run): void {
  const network = program
    .command('network')
    .description('Configure proxy, certificates and bandwidth for all accounts.');
  network
    .command('show', { isDefault: true })
    .description('Show the network settings.')
    .action(() =>
      run((context) => withSettingsCore(context, async ({ network }) => show(context, await network.get()))),
    );
  const set = network
    .command('set')
    .description(
      `Change network settings. Reads the proxy password from ${passwordVariable}, or prompts for it.`,
    );
  addSetOptions(set).action((options: SetOptions) =>
    run((context) =>
      withClient(context, null, async ({ client }) => {
        const input = await networkInput(context, await client.call('network.get', {}), options);
        return show(context, await client.call('network.set', input));
      }),
    ),
  );
}

function addSetOptions(set: Command): Command {
  return set
    .option(
      '--proxy <proxy>',
      'http://HOST:PORT, “system” (desktop settings), “environment” (HTTPS_PROXY etc.) or “none”',
    )
    .option('--proxy-user <name>', 'user name for the proxy')
    .option('--no-proxy-user', 'use the proxy without a user name')
    .option('--bypass <hosts>', 'comma-separated hosts that bypass the proxy, such as example.org,10.0.0.0/8')
    .option('--no-bypass', 'use the proxy for all hosts')
    .addOption(
      new Option(
        '--ca <file>',
        'trust the CA certificates in this file in addition to the system’s (repeatable, replaces saved CA certificates)',
      ).argParser(collectFiles),
    )
    .option('--no-ca', 'trust only the system’s certificate authorities')
    .addOption(
      new Option(
        '--limit <speed>',
        'speed limit for all uploads together, such as 2MB/s, or “off”',
      ).argParser(parseSpeed),
    )
    .addOption(
      new Option(
        '--schedule <hours>',
        'speed limit for certain hours, such as “mon-fri 08:00-18:00 2MB/s”, or “none”; may be repeated, the first match applies',
      ).argParser(collectHours),
    )
    .option('--pause-on-metered', 'pause uploads on metered connections')
    .option('--no-pause-on-metered', 'also upload on metered connections')
    .addOption(
      new Option('--connect-timeout <seconds>', 'maximum time to open a connection').argParser(parseSeconds),
    );
}

/** Returns the settings with the options applied. Throws `cli/badOption` if options contradict each other. */
async function networkInput(
  context: Context,
  view: NetworkView,
  options: SetOptions,
): Promise<CallArguments<'network.set'>> {
  if (Object.keys(options).length === 0) {
    throw cliErrors.badOption({
      problem: 'No setting was given. “slipway network set --help” lists them.',
    });
  }
  const proxy = changedProxy(view, options);
  const password = await passwordFor(context, proxy, options);
  return {
    proxy: { ...proxy, ...(password === undefined ? {} : { password }) },
    caFiles: changedFiles(view, options),
    bytesPerSecond: options.limit === 'off' ? null : (options.limit ?? view.bytesPerSecond),
    schedule: options.schedule ?? view.schedule,
    pauseOnMetered: options.pauseOnMetered ?? view.pauseOnMetered,
    connectTimeoutSeconds: options.connectTimeout ?? view.connectTimeoutSeconds,
  };
}

type ProxySettings = Omit<NetworkView['proxy'], 'hasPassword' | 'failure'>;

function changedProxy(
  { proxy: before }: NetworkView,
  { proxy, proxyUser, bypass }: SetOptions,
): ProxySettings {
  const { mode, url, userName } = before;
  const next = proxy === undefined ? { mode, url } : proxyOf(proxy, url);
  if (next.mode !== 'manual' && (proxyUser || bypass)) {
    throw cliErrors.badOption({
      problem: '--proxy-user and --bypass require the address of a proxy. Add --proxy http://host:port too.',
    });
  }
  return {
    ...next,
    userName: proxyUser === undefined ? userName : proxyUser || null,
    bypass: bypass === undefined ? before.bypass : [...parseExceptions(bypass || '')],
  };
}

function proxyOf(word: string, currentUrl: string | null): Pick<ProxySettings, 'mode' | 'url'> {
  if (word === 'system' || word === 'environment' || word === 'none') return { mode: word, url: currentUrl };
  return { mode: 'manual', url: word };
}

function changedFiles({ caFiles }: NetworkView, { ca }: SetOptions): string[] {
  if (ca === undefined) return caFiles.map(({ path }) => path);
  return ca === false ? [] : ca.map((path) => resolvePath(path));
}

/** Reads or prompts for the password if the options set a proxy or user; undefined keeps the stored one. */
async function passwordFor(
  { environment, interrupt }: Context,
  proxy: ProxySettings,
  options: SetOptions,
): Promise<string | undefined> {
  if (proxy.mode !== 'manual' || proxy.userName === null) return undefined;
  const given = environment[passwordVariable];
  if (given) return given;
  const named = options.proxy !== undefined || options.proxyUser !== undefined;
  if (!named || !process.stdin.isTTY) return undefined;
  const question = `Password of ${plainText(proxy.userName)} for the proxy (leave empty to keep the current one): `;
  const [answer] = await askSecrets([question], passwordVariable, interrupt);
  return answer || undefined;
}

function show({ terminal }: Context, view: NetworkView): ExitCode {
  terminal.result(view);
  if (terminal.json) return exitCodes.done;
  const { proxy, bytesPerSecond, connectTimeoutSeconds, connection } = view;
  const rows = [
    ['proxy', plainText(proxyText(view))],
    ...(proxy.mode === 'manual' && proxy.bypass.length > 0
      ? [['', `not for ${plainText(proxy.bypass.join(', '))}`]]
      : []),
    ...(proxy.failure ? [['', plainText(textOf(proxy.failure))]] : []),
    ['certificates', 'the system’s'],
    ...view.caFiles.map((file) => ['', plainText(fileText(file))]),
    ['limit', bytesPerSecond === null ? 'none' : `${speedText(bytesPerSecond)} for all uploads together`],
    ...view.schedule.map((hours) => ['', hoursText(hours)]),
    ...(view.schedule.length > 0 ? [['', limitText(view.currentLimit)]] : []),
    ...(view.pauseOnMetered ? [['metered', 'uploads wait while the network is metered']] : []),
    ...(connection.waiting ? [['now', textOf(connection.waiting)]] : []),
    ['connect timeout', `${connectTimeoutSeconds} s`],
  ];
  for (const line of formatTable(rows)) terminal.print(line);
  return exitCodes.done;
}

function limitText({ bytesPerSecond, until }: NetworkView['currentLimit']): string {
  const limit = bytesPerSecond === null ? 'no limit' : speedText(bytesPerSecond);
  return `now ${limit}${until === null ? '' : ` until ${new Date(until).toLocaleTimeString('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })}`}`;
}

const fromEnvironment = 'from HTTP_PROXY, HTTPS_PROXY and NO_PROXY';

function proxyText({ proxy, hasSystemProxy: usesSystem }: NetworkView): string {
  switch (proxy.mode) {
    case 'none':
      return 'none';
    case 'environment':
      return fromEnvironment;
    case 'system':
      return usesSystem
        ? 'from the system settings'
        : `${fromEnvironment}; in the desktop application, from the system settings`;
    case 'manual': {
      const password = proxy.hasPassword ? 'with a password' : 'without a password';
      return proxy.userName === null ? `${proxy.url}` : `${proxy.url} as ${proxy.userName}, ${password}`;
    }
  }
}

function fileText({ path, certificates, failure }: NetworkView['caFiles'][number]): string {
  if (failure) return `not used: ${textOf(failure)}`;
  const named = certificates.map(
    ({ name, validUntil }) => `${name} (until ${new Date(validUntil).toISOString().slice(0, 10)})`,
  );
  return `${path}: ${named.join(', ')}`;
}

function collectFiles(file: string, before: readonly string[] | false | undefined): readonly string[] {
  if (file === '')
    throw new InvalidArgumentError('Expected a file. --no-ca trusts only the system’s certificates.');
  return [...(before || []), file];
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > 120) {
    throw new InvalidArgumentError('Expected whole seconds from 1 to 120.');
  }
  return seconds;
}
