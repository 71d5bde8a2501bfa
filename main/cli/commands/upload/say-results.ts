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
import { waitForMail } from '../../run/wait-for-mail.ts';
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
  /** How many people each upload was sent to just now, by its id, as far as the service tells. */
  readonly people: ReadonlyMap<string, number>;
};

/** Of each build that was sent to people just now: its mail, as far as the service tells of it. */
export async function waitForMails(
  context: Context,
  client: LocalClient,
  uploads: readonly UploadView[],
): Promise<Mails> {
  let code: ExitCode = exitCodes.done;
  const people = new Map<string, number>();
  for (const { id, accountId, target, timeline } of uploads) {
    if (!target || !timeline.some(({ event }) => event === 'sent')) continue;
    const one = await waitForMail(context, async () => {
      const version = await client.call('apps.version', { accountId, versionId: target.versionId });
      const told = addressed(version, version.recipients);
      people.set(id, told.length);
      return told;
    }).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      // Everything that was asked for is done; what becomes of the mail stays unknown.
      context.terminal.note(plainText(textOf(toFailure(error))));
      return exitCodes.done;
    });
    if (one !== exitCodes.done) code = one;
  }
  return { code, people };
}

/** `isAlone`: nobody asks which build a line is about. */
export async function saySummaries(
  { terminal }: Context,
  uploads: readonly UploadView[],
  about: {
    readonly options: RecipientOptions & Pick<UploadOptions, 'qr'>;
    readonly people: Mails['people'];
    readonly isAlone: boolean;
  },
): Promise<void> {
  for (const upload of uploads) {
    const summary = summaryOf(upload, about.options, about.people.get(upload.id) ?? null);
    if (summary === null) continue;
    const link = upload.target?.installLink ?? null;
    if (about.options.qr && link !== null) await sayQrCode(terminal, link);
    terminal.say(about.isAlone ? summary : `${buildTitle(upload)}: ${summary}`, 'bold');
  }
  if (uploads.some(({ written }) => written)) terminal.noteOnce(howToMail);
}
