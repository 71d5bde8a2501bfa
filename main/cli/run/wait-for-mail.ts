import type { MailState, MessageState } from '../../api/wire.ts';
import { systemClock } from '../../base/clock.ts';
import type { RecipientView } from '../../core/views/apps.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { plainText } from '../terminal/format.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Context } from './context.ts';

export type MailRecipient = Pick<RecipientView, 'email' | 'mail' | 'mailFailure'>;

/**
 * If a mail server accepted any message, `state` is `mailed` and `people` counts the recipients of accepted
 * messages. Otherwise `state` is the first of `not-mailed`, `waiting` and `refused` that occurs, and `people`
 * counts all recipients.
 */
export type SentMail = {
  readonly state: MessageState;
  readonly people: number;
  /** True if messages are only files in the outbox folder, because no mail server is set up. */
  readonly isInOutbox: boolean;
};

const pollMs = 300;
/** Maximum time without any change. */
const maxIdleMs = 60_000;

/** Polls until each message is mailed, refused or waiting for a known reason. */
export async function waitForMail(
  { terminal, interrupt }: Context,
  fetchMail: () => Promise<readonly MailRecipient[]>,
): Promise<readonly MailRecipient[]> {
  let now = await fetchMail();
  let movedAt = systemClock.monotonic();
  if (now.some(isMoving))
    terminal.noteOnce('The service accepted the messages. Waiting until they are mailed …');
  while (now.some(isMoving) && systemClock.monotonic() - movedAt < maxIdleMs) {
    await systemClock.sleep(pollMs, interrupt.signal);
    const before = now.filter(isMoving).length;
    now = await fetchMail();
    if (now.filter(isMoving).length < before) movedAt = systemClock.monotonic();
  }
  return now;
}

/** Reports withheld, refused and waiting messages. Returns 1 if any message was refused or is waiting. */
export function printUnmailed(terminal: Terminal, people: readonly MailRecipient[]): ExitCode {
  const refused = people.filter(isIn('refused'));
  for (const { email, mailFailure } of refused)
    terminal.print(plainText(`Refused for ${email}: ${mailFailure ?? ''}`));
  for (const [reason, those] of Map.groupBy(people.filter(isWithheld), ({ mailFailure }) => mailFailure)) {
    const who = those.length === 1 ? (those[0]?.email ?? '') : `${those.length} people`;
    terminal.print(plainText(`Not mailed to ${who}: ${reason}.`));
  }
  const waiting = people.filter(isIn('waiting'));
  if (waiting.length > 0) terminal.print(plainText(waitingText(waiting)));
  return refused.length + waiting.length > 0 ? exitCodes.failed : exitCodes.done;
}

export function sentMail(people: readonly MailRecipient[]): SentMail {
  const unmailed = ['not-mailed', 'waiting', 'refused'] as const;
  const mailed = people.filter(({ mail }) => !unmailed.some((state) => state === mail)).length;
  const state = unmailed.find((one) => people.some(isIn(one)));
  const isInOutbox = people.some((one) => isIn('not-mailed')(one) && !isWithheld(one));
  return mailed > 0 || state === undefined
    ? { state: 'mailed', people: mailed, isInOutbox }
    : { state, people: people.length, isInOutbox };
}

function isMoving({ mail, mailFailure }: MailRecipient): boolean {
  return mail === 'waiting' && mailFailure === null;
}

/** Returns true if the recipient got no message on purpose. */
function isWithheld({ mail, mailFailure }: MailRecipient): boolean {
  return mail === 'not-mailed' && mailFailure !== null;
}

function isIn(state: MailState): (one: MailRecipient) => boolean {
  return ({ mail }) => mail === state;
}

function waitingText(waiting: readonly MailRecipient[]): string {
  const reason = waiting.find(({ mailFailure }) => mailFailure)?.mailFailure ?? '';
  const count = waiting.length === 1 ? '1 message still waits' : `${waiting.length} messages still wait`;
  return `${count} to be mailed. ${reason}`.trim();
}
