import { type Command, Option } from 'commander';
import { exposureOf, lanAddresses, ownAddresses } from '../../service/exposure.ts';
import type { AuthorityView } from '../../service/service-view.ts';
import type { TlsChoice } from '../../service/tls/encryption.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { parsePort, parseProxyHops, parsePublicUrl } from '../options/options.ts';
import { resolvePath } from '../resolve-path.ts';
import { startBrowserUi } from '../run/browser-ui.ts';
import type { Context, OpenedCore } from '../run/context.ts';
import { runDesktop } from '../run/desktop.ts';
import { withOwnClient } from '../run/queue-client.ts';
import type { Run } from '../run/run-command.ts';
import { plainText } from '../terminal/format.ts';
import { printQrCode } from '../terminal/qr-code.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { firstUserLines } from './service/first-user.ts';

type ServeOptions = {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string | 'off';
  readonly proxyHops?: number;
  readonly uiPort?: number;
  readonly ui: boolean;
  readonly lan?: string | true;
  readonly tls?: 'auto' | 'off';
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly authorityPort?: number;
};
type WebOptions = { readonly uiPort?: number; readonly open: boolean };

export function addServeCommands(program: Command, run: Run): void {
  const uiPort = (): Option =>
    new Option('--ui-port <port>', 'port of the browser UI (default: a free port)').argParser(parsePort);
  program
    .command('serve')
    .summary('Run the built-in service and the browser UI until Ctrl-C.')
    .description(
      'Run the built-in distribution service and the browser UI until Ctrl-C, and print their addresses. The first start also prints the credentials of the first user. With --json, prints one line with the same values.',
    )
    .addOption(
      new Option(
        '--port <port>',
        'port of the service (default: the port used last, or a free port)',
      ).argParser(parsePort),
    )
    .option(
      '--host <address>',
      'address to listen on (default: 127.0.0.1, reachable only from this computer)',
    )
    .addOption(
      new Option(
        '--lan [address]',
        'listen on this address of the local network (default: the private IPv4 address)',
      ).conflicts('host'),
    )
    .addOption(
      new Option(
        '--tls <how>',
        '“auto” for HTTPS with a CA certificate to install on phones, “off” for HTTP; saved for later starts',
      ).choices(['auto', 'off']),
    )
    .addOption(
      new Option(
        '--tls-cert <file>',
        'PEM certificate chain for HTTPS; reloaded when the file changes',
      ).conflicts('tls'),
    )
    .option('--tls-key <file>', 'PEM private key of the certificate')
    .addOption(
      new Option(
        '--authority-port <port>',
        'port of the page where phones install the certificate authority (default: a free port)',
      ).argParser(parsePort),
    )
    .addOption(
      new Option(
        '--public-url <url>',
        'public address behind a TLS proxy, used in links, or “off”; saved for later starts',
      ).argParser((value) => (value === 'off' ? value : parsePublicUrl(value))),
    )
    .addOption(
      new Option(
        '--proxy-hops <n>',
        'number of trusted proxies that append to X-Forwarded-For; saved for later starts (default: 0)',
      ).argParser(parseProxyHops),
    )
    .addOption(uiPort())
    .option('--no-ui', 'start without the browser UI')
    .action((options: ServeOptions) => run((context) => serve(context, options)));
  program
    .command('web')
    .description('Run Slipway with its UI in a browser tab until Ctrl-C. Press Enter to print a new link.')
    .addOption(uiPort())
    .option('--no-open', 'print the link without opening it')
    .action((options: WebOptions) => run((context) => web(context, options)));
  program
    .command('start')
    .description('Open the desktop application, or its UI in a browser tab if the application cannot open.')
    .addOption(uiPort())
    .option('--no-open', 'print the link of the browser tab without opening it')
    .action((options: WebOptions) => run((context) => start(context, options)));
}

async function serve(context: Context, options: ServeOptions): Promise<ExitCode> {
  const { terminal, interrupt } = context;
  return withOwnClient(context, null, async ({ own: { core, log } }) => {
    const { port, publicUrl, proxyHops, authorityPort } = options;
    const host = listenAddress(options, terminal);
    const tls = tlsOption(options);
    const exposed = host !== undefined && (await exposureOf(host)).exposed;
    if (exposed && !isEncrypted(core, tls)) terminal.note(exposedWarning);
    const before = core.settings.get().builtInService;
    saveExposure(core, { publicUrl, proxyHops, tls });
    const started = core.service.start({
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
      ...(authorityPort === undefined ? {} : { authorityPort }),
    });
    await started.catch((error: unknown) => {
      core.settings.update((now) => ({ ...now, builtInService: before }));
      throw error;
    });
    await core.start();
    const service = core.service.service();
    const { url, localUrl, firstUser } = service;
    const authority = service.authority();
    terminal.print(`Service: ${url}`);
    if (localUrl !== url) terminal.print(`Here:    ${localUrl}`);
    if (authority) printAuthority(terminal, authority);
    if (terminal.live && exposed) await printQrCode(terminal, authority?.page ?? url);
    if (firstUser) terminal.show(firstUserLines(firstUser));
    const ui = options.ui ? await startBrowserUi(context, { core, log }, uiOptions(options)) : null;
    try {
      if (ui) terminal.print(`Page:    ${ui.url}`);
      const page = ui?.url ?? null;
      terminal.resultLine({ service: url, local: localUrl, exposed, page, firstUser, authority });
      terminal.note('Stop with Ctrl-C.');
      await interrupt.requested;
      return exitCodes.done;
    } finally {
      await ui?.stop();
    }
  });
}

type SavedExposure = {
  readonly publicUrl: string | undefined;
  readonly proxyHops: number | undefined;
  readonly tls: TlsChoice | 'off' | undefined;
};

/** Saves the options that are set, so that they apply to later starts. */
function saveExposure({ settings }: OpenedCore['core'], { publicUrl, proxyHops, tls }: SavedExposure): void {
  settings.update((now) => ({
    ...now,
    builtInService: {
      ...now.builtInService,
      ...(publicUrl === undefined ? {} : { publicUrl: publicUrl === 'off' ? null : publicUrl }),
      ...(proxyHops === undefined ? {} : { proxyHops }),
      ...(tls === undefined ? {} : { tls: tls === 'off' ? false : tls === 'auto' || tls }),
    },
  }));
}

function isEncrypted({ settings }: OpenedCore['core'], tls: SavedExposure['tls']): boolean {
  return tls === undefined ? settings.get().builtInService.tls !== false : tls !== 'off';
}

const exposedWarning =
  'Warning: other computers can reach the service, and its connections are not encrypted: others on the network can read passwords and builds. Add --tls auto, or put a TLS proxy in front of the service and give its address with --public-url.';

function listenAddress({ host, lan }: ServeOptions, terminal: Terminal): string | undefined {
  if (lan === undefined) return host;
  if (lan !== true) {
    const own = ownAddresses().map(({ address }) => address);
    if (own.includes(lan)) return lan;
    throw cliErrors.notOwnAddress({ address: lan, addresses: own.join(', ') || null });
  }
  const [first, ...others] = lanAddresses();
  if (!first) throw cliErrors.noLan({});
  if (others.length > 0) {
    const named = others.map(({ address, network }) => `${address} (${network})`).join(', ');
    terminal.note(
      `Listening on ${first.address} (${first.network}). Other addresses for --lan ADDRESS: ${named}.`,
    );
  }
  return first.address;
}

function tlsOption({ tls, tlsCert, tlsKey }: ServeOptions): SavedExposure['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return tls;
  if (tlsCert === undefined || tlsKey === undefined) throw cliErrors.tlsPair({});
  return { certificate: resolvePath(tlsCert), key: resolvePath(tlsKey) };
}

function printAuthority(terminal: Terminal, { name, fingerprint, page }: AuthorityView): void {
  terminal.print(`Phones:  ${page} (install the authority “${name}” from there to trust the service)`);
  terminal.print(`SHA-256: ${fingerprint}`);
}

async function web(context: Context, options: WebOptions): Promise<ExitCode> {
  return withOwnClient(context, null, ({ own }) =>
    serveBrowserUi(context, own, options, null, (url) => `Slipway runs in the browser: ${url}`),
  );
}

/** Opens the desktop window. If it cannot open, reports the reason and serves the UI in a browser. */
async function start(context: Context, options: WebOptions): Promise<ExitCode | number> {
  const { terminal, environment, interrupt } = context;
  // Startup progress is printed only in a terminal.
  const desktop = await runDesktop(
    environment,
    terminal.live ? terminal.note : () => undefined,
    interrupt.signal,
    context.isDefaultFolder ? null : context.dataDir,
  );
  if (desktop.opened) return desktop.exitCode;
  if (interrupt.signal.aborted) return exitCodes.interrupted;
  const reason = plainText(desktop.reason).replace(/\.$/, '');
  return withOwnClient(context, null, ({ own }) =>
    serveBrowserUi(
      context,
      own,
      options,
      reason,
      (url) => `The desktop window cannot be opened: ${reason}. Slipway opens in the browser instead: ${url}`,
    ),
  );
}

async function serveBrowserUi(
  context: Context,
  { core, log }: OpenedCore,
  options: WebOptions,
  reason: string | null,
  announce: (url: string) => string,
): Promise<ExitCode> {
  const { terminal, interrupt } = context;
  const ui = await startBrowserUi(
    context,
    { core, log },
    { ...uiOptions(options), open: options.open, ...(reason === null ? {} : { reason }) },
  );
  try {
    await core.start();
    terminal.print(announce(ui.url));
    terminal.resultLine({ page: ui.url, reason });
    await interrupt.requested;
    return exitCodes.done;
  } finally {
    await ui.stop();
  }
}

function uiOptions({ uiPort }: { readonly uiPort?: number }): { readonly port?: number } {
  return uiPort === undefined ? {} : { port: uiPort };
}
