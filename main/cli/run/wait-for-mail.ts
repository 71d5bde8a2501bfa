import { systemClock } from '../../base/clock.ts';
import type { RecipientView } from '../../core/views/apps.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { plainText } from '../terminal/format.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Context } from './context.ts';

export type MailRecipient = Pick<RecipientView, 'email' | 'mail'>;

/**
 * Result of sending a version: `sent` if any message was sent, else the state of the unsent
 * messages. `people` counts the messages in that state.
 */
export type SentMail = { readonly state: 'sent' | 'written' | 'queued' | 'failed'; readonly people: number };

const pollMs = 300;
/** Maximum time without any change. */
const maxIdleMs = 60_000;

/** Polls until each message is sent, has failed, or waits for a known reason. */
export async function waitForMail(
  { terminal, interrupt }: Context,
  fetchMail: () => Promise<readonly MailRecipient[]>,
): Promise<readonly MailRecipient[]> {
  let now = await fetchMail();
  let movedAt = systemClock.monotonic();
  if (now.some(isMoving))
    terminal.noteOnce('The service accepted the messages. Waiting until they are sent …');
  while (now.some(isMoving) && systemClock.monotonic() - movedAt < maxIdleMs) {
    await systemClock.sleep(pollMs, interrupt.signal);
    const before = now.filter(isMoving).length;
    now = await fetchMail();
    if (now.filter(isMoving).length < before) movedAt = systemClock.monotonic();
  }
  return now;
}

/** Reports messages that failed or still wait; returns 1 if there are any. */
export function printUndelivered(terminal: Terminal, people: readonly MailRecipient[]): ExitCode {
  const failed = people.filter(isIn('failed'));
  for (const { email, mail } of failed)
    terminal.print(plainText(`Not delivered to ${email}: ${mail?.failure ?? ''}`));
  const waiting = people.filter(isIn('queued'));
  if (waiting.length > 0) terminal.print(plainText(waitingText(waiting)));
  return failed.length + waiting.length > 0 ? exitCodes.failed : exitCodes.done;
}

export function sentMail(people: readonly MailRecipient[]): SentMail {
  const left = people.filter(({ mail }) => mail === null).length;
  const state = (['written', 'queued', 'failed'] as const).find((one) => people.some(isIn(one)));
  return left > 0 || state === undefined ? { state: 'sent', people: left } : { state, people: people.length };
}

function isMoving({ mail }: MailRecipient): boolean {
  return mail?.state === 'queued' && mail.failure === null;
}

function isIn(state: NonNullable<MailRecipient['mail']>['state']): (one: MailRecipient) => boolean {
  return ({ mail }) => mail?.state === state;
}

function waitingText(waiting: readonly MailRecipient[]): string {
  const reason = waiting.find(({ mail }) => mail?.failure)?.mail?.failure ?? '';
  const count = waiting.length === 1 ? '1 message still waits' : `${waiting.length} messages still wait`;
  return `${count} to be delivered. ${reason}`.trim();
}
