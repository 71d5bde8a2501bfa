import type { DataPlace } from '../../core/data-place.ts';
import type { SystemNotifications } from '../notices/due-notifications.ts';
import type { ShellWords } from '../words/english.ts';

const longMs = 3_000;

/** Says afterwards why the start took so long: no window can be there before the data are. */
export function sayLongMove(
  { tookMs, folder }: Pick<DataPlace, 'tookMs' | 'folder'>,
  { notices }: ShellWords,
  { isSupported, make }: Pick<SystemNotifications, 'isSupported' | 'make'>,
): void {
  if (tookMs < longMs || !isSupported()) return;
  make({ title: notices.moved, body: notices.movedText(folder) }).show();
}
