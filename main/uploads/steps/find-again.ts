import type { Log } from '../../base/log/log.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { type UploadRecord, wasSentBefore } from '../machine/record.ts';
import type { AreaClient, Finding } from '../target/area-client.ts';
import { isStill } from '../target/reconcile.ts';
import type { ReconciliationQuery } from '../target/reconciliation-query.ts';

/**
 * Looks for an upload that was given up: for the version the service said it became but did not show, and otherwise for
 * one that came after it was begun.
 */
export async function findAgain(
  lost: UploadRecord,
  query: ReconciliationQuery,
  area: AreaClient,
  signal: AbortSignal,
): Promise<Finding> {
  if (!lost.target) return lost.route ? area.find(lost.route, query, signal) : { kind: 'none' };
  const arrival = await area.look(lost.target, signal);
  return arrival && isStill(arrival, lost.target, query) ? { kind: 'sure', arrival } : { kind: 'none' };
}

/**
 * What is noted of an earlier try that was given up and may have arrived after all: nobody is told of that version. Empty
 * when there was none, or it cannot be seen.
 */
export async function copyNotes(
  record: UploadRecord,
  query: ReconciliationQuery,
  area: AreaClient,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<readonly Message[]> {
  if (!wasSentBefore(record) || !record.route) return [];
  try {
    const found = await area.find(record.route, query, signal);
    if (found.kind === 'none') return [];
    const ids = found.kind === 'unclear' ? found.ids : [found.arrival.target.versionId];
    return [messageOf('note/storedTwice', { ids: ids.join(', ') })];
  } catch (error) {
    log.warn('It cannot be seen whether an earlier try has arrived as well', { id: record.id, error });
    return [];
  }
}
