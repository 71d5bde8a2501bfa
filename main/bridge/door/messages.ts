/** What goes through the door. The first line of a visitor says who it is; the answer to it opens the door. */
import { z } from 'zod';
import type { BridgeEvents, EventName } from '../../../preload/contract.ts';
import type { Outcome } from '../../core.ts';

/** The first line of a visitor. */
export const greetingSchema = z.object({ token: z.string(), version: z.string() }).strict();

export const callSchema = z.object({ id: z.int(), name: z.string(), values: z.unknown() }).strict();

/** What the owner of the data folder says: answers, of which number 0 is to the greeting, and events. */
export type Telling =
  | { readonly id: number; readonly outcome: Outcome<unknown> }
  | { readonly event: EventName; readonly value: BridgeEvents[EventName] };

/** Both sides are one program of one version, so the shape tells enough. */
export function isTelling(message: unknown): message is Telling {
  if (typeof message !== 'object' || message === null) return false;
  if ('event' in message) return typeof message.event === 'string' && 'value' in message;
  return 'id' in message && typeof message.id === 'number' && 'outcome' in message;
}
