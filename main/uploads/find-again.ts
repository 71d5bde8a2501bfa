import type { AreaClient, Finding } from './area-client.ts';
import { isStill, type Sought } from './reconcile.ts';
import type { UploadRecord } from './record.ts';

/**
 * Looks for an upload that was given up: for the version the service said it became but did not show, and otherwise for
 * one that came after it was begun.
 */
export async function findAgain(
  lost: UploadRecord,
  sought: Sought,
  area: AreaClient,
  signal: AbortSignal,
): Promise<Finding> {
  if (!lost.target) return lost.route ? area.find(lost.route, sought, signal) : { kind: 'none' };
  const arrival = await area.look(lost.target, signal);
  return arrival && isStill(arrival, lost.target, sought) ? { kind: 'sure', arrival } : { kind: 'none' };
}
