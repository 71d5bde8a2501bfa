/** What is said once builds have come to their end: what a person should know of each, and last what people need. */
import { isAbort, toFailure } from '../../../base/errors.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { Message } from '../../../messages/message.ts';
import { textOf } from '../../../messages/text.ts';
import type { UploadView } from '../../../uploads/upload-view.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { RecipientOptions } from '../../options/options.ts';
import type { Context } from '../../run/context.ts';
import { buildTitle } from '../../run/follow.ts';
import { type SentMail, sayUndelivered, sentMail, waitForMail } from '../../run/wait-for-mail.ts';
import { plainText } from '../../terminal/format.ts';
import { sayQrCode } from '../../terminal/qr-code.ts';
import { addressed } from '../send.ts';
import { howToMail } from '../service/mail.ts';
import { summaryOf } from './summary.ts';
import type { UploadOptions } from './upload-options.ts';

/** Besides what the line about its end said. */
export function sayNotes({ terminal }: Context, upload: UploadView, isAlone: boolean): void {
  const about = isAlone ? '  ' : `${buildTitle(upload)}: `;
  for (const warning of warningsOf(upload))
    terminal.say(`${about}warning: ${plainText(textOf(warning))}`, 'yellow');
  for (const note of upload.notes) terminal.say(`${about}note: ${plainText(textOf(note))}`);
}

/** Those that the question before the send has not said yet. */
function warningsOf({ sendWarnings, package: info }: UploadView): readonly Message[] {
  const said = sendWarnings.map((warning) => textOf(warning));
  return (info?.warnings ?? []).filter((warning) => !said.includes(textOf(warning)));
}

export type Mails = {
  readonly code: ExitCode;
  /** By the id of the upload; without those whose service reports nothing about its mail. */
  readonly sent: ReadonlyMap<string, SentMail>;
};

/** The mail of each build that was sent just now, as far as the service reports it. */
export async function waitForMails(
  context: Context,
  client: LocalClient,
  uploads: readonly UploadView[],
): Promise<Mails> {
  let code: ExitCode = exitCodes.done;
  const sent = new Map<string, SentMail>();
  for (const { id, accountId, target, timeline } of uploads) {
    if (!target || !timeline.some(({ event }) => event === 'sent')) continue;
    try {
      const people = await waitForMail(context, async () => {
        const version = await client.call('apps.version', { accountId, versionId: target.versionId });
        return addressed(version, version.recipients);
      });
      sent.set(id, sentMail(people));
      const one = sayUndelivered(context.terminal, people);
      if (one !== exitCodes.done) code = one;
    } catch (error) {
      if (isAbort(error)) throw error;
      // The send itself is done; the state of its mail stays unknown.
      context.terminal.note(plainText(textOf(toFailure(error))));
    }
  }
  return { code, sent };
}

/** `isAlone`: nobody asks which build a line is about. */
export async function saySummaries(
  { terminal }: Context,
  uploads: readonly UploadView[],
  about: {
    readonly options: RecipientOptions & Pick<UploadOptions, 'qr'>;
    readonly sent: Mails['sent'];
    readonly isAlone: boolean;
  },
): Promise<void> {
  for (const upload of uploads) {
    const mail = about.sent.get(upload.id) ?? null;
    const summary = summaryOf(upload, about.options, mail);
    if (summary === null) continue;
    const link = upload.target?.installLink ?? null;
    if (about.options.qr && link !== null) await sayQrCode(terminal, link);
    if (about.options.qr && link === null) terminal.noteOnce(noLink);
    terminal.say(about.isAlone ? summary : `${buildTitle(upload)}: ${summary}`, 'bold');
  }
  if (uploads.some((upload) => isWritten(upload, about.sent))) terminal.noteOnce(howToMail);
}

/** True if the mail of the upload is only in the outbox folder of its service. */
export function isWritten({ id, written }: UploadView, sent: Mails['sent']): boolean {
  const mail = sent.get(id);
  return mail ? mail.state === 'written' : written;
}

const noLink = 'There is no QR code: the service names no address to install the build from.';
