import { isAbort, toFailure } from '../../../base/errors.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { Message } from '../../../messages/message.ts';
import { textOf } from '../../../messages/text.ts';
import type { UploadView } from '../../../uploads/upload-view.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { RecipientOptions } from '../../options/options.ts';
import type { Context } from '../../run/context.ts';
import { buildTitle } from '../../run/follow.ts';
import { printUnmailed, type SentMail, sentMail, waitForMail } from '../../run/wait-for-mail.ts';
import { plainText } from '../../terminal/format.ts';
import { printQrCode } from '../../terminal/qr-code.ts';
import { recipientsOfLastSend } from '../send.ts';
import { mailHint } from '../service/mail.ts';
import { summaryOf } from './summary.ts';
import type { UploadOptions } from './upload-options.ts';

/** Shows warnings and notes that the state line does not contain. */
export function printNotes({ terminal }: Context, upload: UploadView, isAlone: boolean): void {
  const about = isAlone ? '  ' : `${buildTitle(upload)}: `;
  for (const warning of warningsOf(upload))
    terminal.print(`${about}warning: ${plainText(textOf(warning))}`, 'yellow');
  for (const note of upload.notes) terminal.print(`${about}note: ${plainText(textOf(note))}`);
}

/** Returns the package warnings that were not already part of the confirmation. */
function warningsOf({ sendWarnings, package: info }: UploadView): readonly Message[] {
  const shown = sendWarnings.map((warning) => textOf(warning));
  return (info?.warnings ?? []).filter((warning) => !shown.includes(textOf(warning)));
}

export type Mails = {
  readonly code: ExitCode;
  /** Mail state by upload id. Omits uploads whose service does not report it. */
  readonly sent: ReadonlyMap<string, SentMail>;
};

/** Waits for the mail of each build that was just sent, if the service reports its state. */
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
        return recipientsOfLastSend(version, version.recipients);
      });
      sent.set(id, sentMail(people));
      const one = printUnmailed(context.terminal, people);
      if (one !== exitCodes.done) code = one;
    } catch (error) {
      if (isAbort(error)) throw error;
      // The version was sent, so an unknown mail state is not an error.
      context.terminal.note(plainText(textOf(toFailure(error))));
    }
  }
  return { code, sent };
}

/** `isAlone` omits the build title from the line. */
export async function printSummaries(
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
    if (about.options.qr && link !== null) await printQrCode(terminal, link);
    if (about.options.qr && link === null) terminal.noteOnce(noLink);
    terminal.print(about.isAlone ? summary : `${buildTitle(upload)}: ${summary}`, 'bold');
  }
  if (uploads.some(({ id, mail }) => about.sent.get(id)?.isInOutbox ?? mail === 'not-mailed'))
    terminal.noteOnce(mailHint);
}

/** Returns the latest mail state in `sent`. Defaults to the state in the view. */
export function mailOf({ id, mail }: UploadView, sent: Mails['sent']): UploadView['mail'] {
  return sent.get(id)?.state ?? mail;
}

const noLink = 'There is no QR code, because the service provides no install link for the build.';
