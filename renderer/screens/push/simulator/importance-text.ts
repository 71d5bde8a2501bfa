import { loudnessOf } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';

/** An importance of a channel, and what it lets be seen and heard. */
export function importanceText(importance: number): string {
  return t('push-simulator.importance', {
    importance,
    loudness: t(`push-simulator.loudness.${loudnessOf(importance)}`),
  });
}
