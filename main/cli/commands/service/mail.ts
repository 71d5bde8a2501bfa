import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import { textOf } from '../../../messages/text.ts';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { parsePort } from '../../options/options.ts';
import type { Context } from '../../run/context.ts';
import type { Run } from '../../run/run-command.ts';
import { withServiceFolder } from '../../run/with-service.ts';

type MailOptions = {
  readonly smtpHost?: string;
  readonly smtpPort?: number;
  readonly tls: 'offered' | 'required' | 'always' | 'never';
  readonly smtpUser?: string;
  readonly from?: string;
  readonly outbox?: true;
  readonly language?: 'app' | 'en' | 'de' | 'fr' | 'tr';
};

export const mailHint =
  'No mail server is set up, so messages are only written to the outbox folder. “slipway service mail --smtp-host HOST --from ADDRESS” sets one up.';

const defaultPort = { always: 465, other: 587 } as const;

export function addMailCommand(service: Command, run: Run): void {
  const command = service
    .command('mail')
    .description(
      'Show or change how mail is sent. Reads the password of the mail server from SLIPWAY_SMTP_PASSWORD.',
    )
    .option('--smtp-host <host>', 'send mail through this server')
    .addOption(
      new Option(
        '--smtp-port <port>',
        'port of the mail server (default: 587, or 465 with --tls always)',
      ).argParser(parseMailPort),
    )
    .addOption(
      new Option(
        '--tls <when>',
        'STARTTLS (“offered” or “required”), implicit TLS (“always”) or no TLS (“never”, localhost only)',
      )
        .choices(['offered', 'required', 'always', 'never'])
        .default('required'),
    )
    .option('--smtp-user <name>', 'user name, if the mail server requires a sign-in')
    .option('--from <address>', 'sender address of the messages')
    .option('--outbox', 'write messages to the outbox folder instead of mailing them')
    .addOption(
      new Option(
        '--language <language>',
        'language of the messages (“app”: the language of Slipway)',
      ).choices(['app', 'en', 'de', 'fr', 'tr']),
    )
    .action((options: MailOptions) =>
      run((context) => withServiceFolder(context, (client) => mail(context, client, options))),
    );
  command
    .command('check')
    .argument('[address]', 'sender address to check (default: the configured sender)')
    .description('Look up SPF, DKIM and DMARC of the sender’s domain, which decide whether mail arrives.')
    .option(
      '--selector <name>',
      'DKIM selector: the “s=” tag in the DKIM-Signature header of a message',
      parseSelector,
    )
    .action((address: string | undefined, options: { readonly selector?: string }) =>
      run((context) =>
        withServiceFolder(context, (client) => check(context, client, address, options.selector ?? null)),
      ),
    );
}

async function mail(context: Context, client: LocalClient, options: MailOptions): Promise<ExitCode> {
  if (options.outbox && options.smtpHost !== undefined) {
    throw cliErrors.badOption({ problem: 'Use either --smtp-host or --outbox, not both.' });
  }
  if (options.outbox) await client.call('service.setMailServer', { server: null });
  else if (options.smtpHost !== undefined) await sendThrough(context, client, options.smtpHost, options);
  if (options.language !== undefined) {
    const { server } = await client.call('service.mailServer', {});
    await client.call('service.setMailServer', { server, language: options.language });
  }
  await show(context, client);
  return exitCodes.done;
}

const marks = { ok: 'ok', warning: 'warning', problem: 'PROBLEM', unknown: 'not known' } as const;

async function check(
  { terminal }: Context,
  client: LocalClient,
  address: string | undefined,
  selector: string | null,
): Promise<ExitCode> {
  const from = address ?? (await client.call('service.mailServer', {})).server?.from;
  if (from === undefined)
    throw cliErrors.badOption({ problem: 'Name the sender, such as builds@example.org.' });
  const report = await client.call('service.checkSender', { from, selector });
  for (const { level, text, action } of report.findings) {
    terminal.print(`${marks[level].padEnd(9)}  ${textOf(text)}`);
    if (action) terminal.print(`${' '.repeat(11)}${textOf(action)}`);
  }
  terminal.result(report);
  return report.findings.some(({ level }) => level === 'problem') ? exitCodes.failed : exitCodes.done;
}

async function sendThrough(
  context: Context,
  client: LocalClient,
  host: string,
  options: MailOptions,
): Promise<void> {
  const { from, smtpUser, tls } = options;
  if (from === undefined)
    throw cliErrors.badOption({ problem: 'Name the sender with --from, such as builds@example.org.' });
  const secure = tls === 'always';
  const server = {
    host,
    port: options.smtpPort ?? (secure ? defaultPort.always : defaultPort.other),
    secure,
    requireTls: tls === 'required',
    ...(tls === 'never' ? { plainText: true as const } : {}),
    userName: smtpUser ?? null,
    from,
  };
  const password = context.environment.SLIPWAY_SMTP_PASSWORD;
  await client.call('service.setMailServer', { server, ...(password === undefined ? {} : { password }) });
}

async function show({ terminal }: Context, client: LocalClient): Promise<void> {
  const { server: mailServer, language, resolvedLanguage } = await client.call('service.mailServer', {});
  terminal.print(
    mailServer === null
      ? 'No mail server is set up: messages are only written to the outbox folder.'
      : `Mail is sent through ${mailServer.host}:${mailServer.port} as ${mailServer.from}.`,
  );
  if (mailServer?.plainText && mailServer.userName !== null) {
    terminal.print('Without TLS: the password is sent in clear text, only to a server on this computer.');
  }
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(resolvedLanguage) ?? resolvedLanguage;
  terminal.print(
    `Language of the messages: ${name}${language === 'app' ? ' (the language of Slipway)' : ''}.`,
  );
  terminal.result({ mailServer, language, resolvedLanguage });
}

function parseMailPort(text: string): number {
  const port = parsePort(text);
  if (port === 0) throw new InvalidArgumentError('Expected a port above 0.');
  return port;
}

function parseSelector(text: string): string {
  if (!/^[\w.-]{1,200}$/.test(text)) throw new InvalidArgumentError('Expected a DNS name, such as s1.');
  return text;
}
