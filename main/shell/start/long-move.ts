import type { DataPlace } from '../../core/data-place.ts';
import type { Translator } from '../../messages/translator.ts';
import type { SystemNotifications } from '../notices/due-notifications.ts';

const longMs = 3_000;

/** Says afterwards why the start took so long: no window can be there before the data are. */
export function sayLongMove(
  { tookMs, folder }: Pick<DataPlace, 'tookMs' | 'folder'>,
  { say }: Translator,
  { isSupported, make }: Pick<SystemNotifications, 'isSupported' | 'make'>,
): void {
  if (tookMs < longMs || !isSupported()) return;
  make({ title: say('notice/moved'), body: say('notice/movedText', { folder }) }).show();
}
