/** How long a command waits for the mail of a send, and what it says of messages that do not arrive. */
import { systemClock } from '../../base/clock.ts';
import type { RecipientView } from '../../core/view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { plainText } from '../terminal/format.ts';
import type { Context } from './context.ts';

export type Addressed = Pick<RecipientView, 'email' | 'mail'>;

const lookAgainMs = 300;
/** A mail server that takes no message for so long is not waited for. */
const silenceMs = 60_000;

/**
 * Waits until each message has left, was given up, or waits for a reason; says which did not leave. 1 when one did not;
 * 0 also where the service does not tell.
 */
export async function waitForMail(
  { terminal, interrupt }: Context,
  look: () => Promise<readonly Addressed[]>,
): Promise<ExitCode> {
  let now = await look();
  let movedAt = systemClock.monotonic();
  while (now.some(isMoving) && systemClock.monotonic() - movedAt < silenceMs) {
    await systemClock.sleep(lookAgainMs, interrupt.signal);
    const before = now.filter(isMoving).length;
    now = await look();
    if (now.filter(isMoving).length < before) movedAt = systemClock.monotonic();
  }
  const open = now.filter(({ mail }) => mail !== null);
  for (const { email, mail } of open.filter(isGivenUp))
    terminal.say(plainText(`Not delivered to ${email}: ${mail?.failure ?? ''}`));
  const waiting = open.filter((each) => !isGivenUp(each));
  if (waiting.length > 0) terminal.say(plainText(waitingText(waiting)));
  return open.length > 0 ? exitCodes.failed : exitCodes.done;
}

function isMoving({ mail }: Addressed): boolean {
  return mail?.state === 'queued' && mail.failure === null;
}

function isGivenUp({ mail }: Addressed): boolean {
  return mail?.state === 'failed';
}

function waitingText(waiting: readonly Addressed[]): string {
  const reason = waiting.find(({ mail }) => mail?.failure)?.mail?.failure ?? '';
  const count = waiting.length === 1 ? '1 message still waits' : `${waiting.length} messages still wait`;
  return `${count} to be delivered. ${reason}`.trim();
}
