/** A message that fits a mapping, to begin with. Pure. */
import { usualPlace } from '../mapping/dialects.ts';
import { type NotificationProperty, notificationProperties, type PushMapping } from '../mapping/mapping.ts';

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
export function exampleMessage({ keys, places = {} }: PushMapping): string {
  const message = newBranch();
  message.to = 'DEVICE-TOKEN';
  branchAt(message, usualPlace);
  for (const property of notificationProperties) {
    const [key, value] = [keys[property], values[property]];
    if (key === undefined || value === undefined) continue;
    branchAt(message, places[property] ?? usualPlace)[key] = value;
  }
  return `${JSON.stringify(message, null, 2)}\n`;
}

type Branch = { [name: string]: string | Branch };

/** Any name may be a key, also `__proto__`. */
const newBranch = (): Branch => Object.create(null);

/** The object at a place, made where it is not there. */
function branchAt(root: Branch, place: readonly string[]): Branch {
  return place.reduce((branch, name) => {
    const there = branch[name];
    const inner = typeof there === 'object' ? there : newBranch();
    branch[name] = inner;
    return inner;
  }, root);
}
