import type { SendBody, TestVersion } from '../../api/wire.ts';
import { CodedError } from '../../base/errors.ts';
import { mailStateOf } from '../../core/apps/app-views.ts';
import type { Retry } from '../../core/apps/send-version.ts';
import type { Core } from '../../core.ts';
import { cliErrors } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ConnectionOptions, RecipientOptions } from '../options/options.ts';
import { hasRecipients, resolveRecipients } from '../options/recipients.ts';
import { type Catalogue, findVersion, parseVersionName, type VersionName } from '../options/version-name.ts';
import { namedApps } from '../run/chosen-application.ts';
import { type Context, namedAccount, withClientCore } from '../run/context.ts';
import { withClient } from '../run/queue-client.ts';
import { withCommandRetry } from '../run/retry.ts';
import { type MailRecipient, printUnmailed, sentMail, waitForMail } from '../run/wait-for-mail.ts';
import { plainText } from '../terminal/format.ts';
import { mailHint } from './service/mail.ts';

export type SendOptions = ConnectionOptions &
  RecipientOptions & { readonly sendAnyway?: true; readonly silent?: true };

export async function send(context: Context, version: string, options: SendOptions): Promise<ExitCode> {
  const name = parseVersionName(version);
  if (!hasRecipients(options)) throw cliErrors.noRecipients({});
  const isHere = namedAccount(context, options).kind === 'built-in';
  return (isHere ? sendThroughOwner : sendToService)(context, name, options).catch((error: unknown) => {
    if (error instanceof CodedError && error.code === 'core/sendNotConfirmed')
      context.terminal.note('Add --send-anyway to send it anyway.');
    throw error;
  });
}

/**
 * Sends through the process that owns the data folder, else through this one. If the owner exits after the
 * service accepted the message, the next attempt does not send it again.
 */
function sendThroughOwner(context: Context, name: VersionName, options: SendOptions): Promise<ExitCode> {
  let previousSend: string | null | undefined;
  let recipientsOf: SendBody | null = null;
  return withClient(context, options, async ({ client, account }) => {
    if (!account) throw cliErrors.noAccount({ known: '' });
    const accountId = account.id;
    await client.call('service.start', {});
    const versionId = await findVersion(name, {
      apps: () => namedApps(client, accountId),
      versions: async (applicationId) =>
        (await client.call('apps.get', { accountId, applicationId })).versions,
    });
    const fetchVersion = () => client.call('apps.version', { accountId, versionId });
    let version = await fetchVersion();
    if (previousSend === undefined) previousSend = version.lastSendDateTimeUtc;
    if (version.lastSendDateTimeUtc === previousSend) {
      const recipients = await resolveRecipients(
        () => client.call('apps.people', { accountId }),
        options,
        true,
      );
      const sent = await client.call('apps.send', {
        ...{ accountId, versionId, recipients },
        ...{ sendAnyway: options.sendAnyway === true, silent: options.silent === true },
      });
      recipientsOf = recipients;
      version = { ...version, ...sent };
    }
    const people = await waitForMail(context, async () =>
      recipientsOfLastSend(version, (await fetchVersion()).recipients),
    );
    if (recipientsOf) showSent(context, versionTitle(version), recipientsOf, people);
    const code = printUnmailed(context.terminal, people);
    context.terminal.result(await fetchVersion());
    return code;
  });
}

function sendToService(context: Context, name: VersionName, options: SendOptions): Promise<ExitCode> {
  return withClientCore(context, options, async (core, account) => {
    const retry: Retry = (work) => withCommandRetry(context, work);
    const accountId = account.id;
    const versionId = await retry(() => findVersion(name, catalogueOf(core, accountId)));
    const recipients = await resolveRecipients(
      (listedOnly) => retry(() => core.apps.people({ accountId, listedOnly })),
      options,
    );
    const { sendAnyway, silent } = options;
    const sent = await core.apps.send({ accountId, versionId, recipients, sendAnyway, silent }, retry);
    const recipientsOfSend = await waitForMail(context, async () => {
      const { profileMembers } = await retry(() => core.apps.version({ accountId, versionId }));
      const people = profileMembers.map((share) => ({
        email: share.member.email,
        lastSentAt: share.lastShareDateTimeUtc,
        mail: mailStateOf(share),
        mailFailure: share.mailFailure ?? null,
      }));
      return recipientsOfLastSend(sent, people);
    });
    showSent(context, versionTitle(sent), recipients, recipientsOfSend);
    const code = printUnmailed(context.terminal, recipientsOfSend);
    context.terminal.result(sent);
    return code;
  });
}

export function catalogueOf({ apps }: Pick<Core, 'apps'>, accountId: string): Catalogue {
  return {
    apps: async () =>
      (await apps.list({ accountId })).map(({ id, name, lastProfile }) => ({
        ...{ id, name },
        packageId: lastProfile?.uniqueName ?? null,
      })),
    versions: async (applicationId) => (await apps.get({ accountId, applicationId })).profiles,
  };
}

export function versionTitle(version: Pick<TestVersion, 'applicationName' | 'version'>): string {
  return plainText([version.applicationName, version.version].filter(Boolean).join(' '));
}

type Recipient = MailRecipient & { readonly lastSentAt: string | null };

export function recipientsOfLastSend(
  version: { readonly lastSendDateTimeUtc: string | null },
  recipients: readonly Recipient[],
): readonly MailRecipient[] {
  return recipients.filter(({ lastSentAt }) => lastSentAt === version.lastSendDateTimeUtc);
}

function showSent(
  { terminal }: Context,
  title: string,
  { teamIds, memberIds, emails }: SendBody,
  addressees: readonly MailRecipient[],
): void {
  const parts = [
    count(teamIds.length, 'team'),
    count(memberIds.length, 'member'),
    count(emails.length, 'address'),
  ];
  const people = parts.filter((part) => part !== null).join(', ');
  const { state, isInOutbox } = sentMail(addressees);
  const messages = `The messages about ${title} for ${people}`;
  const lines = {
    mailed: `${title} was mailed to ${people}.`,
    'not-mailed': `${messages} were not mailed.`,
    waiting: `${messages} wait to be mailed.`,
    refused: `${messages} were refused.`,
  } as const;
  terminal.print(lines[state]);
  if (isInOutbox) terminal.note(mailHint);
}

function count(number: number, noun: string): string | null {
  if (number === 0) return null;
  return number === 1 ? `1 ${noun}` : `${number} ${noun === 'address' ? 'addresses' : `${noun}s`}`;
}
