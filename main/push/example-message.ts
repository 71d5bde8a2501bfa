/** A message that fits a mapping, to begin with. Pure. */
import { type NotificationProperty, notificationProperties, type PushMapping } from './mapping.ts';

/** None deletes a channel: that is rarely what is wanted first. */
const values: Readonly<Partial<Record<NotificationProperty, string>>> = {
  title: 'Tea is ready',
  body: 'It has drawn for three minutes.',
  channelId: '7',
  channelIdTitle: 'Kitchen',
  channelIdImportance: '4',
  showBadge: 'true',
  sound: 'ping.wav',
};

/** The JSON of received data with every mapped property that has a likely value, under the key it is mapped to. */
export function exampleMessage({ keys }: PushMapping): string {
  const notification = Object.fromEntries(
    notificationProperties.flatMap((property) => {
      const [key, value] = [keys[property], values[property]];
      return key === undefined || value === undefined ? [] : [[key, value]];
    }),
  );
  return `${JSON.stringify({ to: 'DEVICE-TOKEN', data: { notification } }, null, 2)}\n`;
}
