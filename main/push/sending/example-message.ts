import { defaultPath } from '../mapping/formats.ts';
import { type NotificationProperty, notificationProperties, type PushMapping } from '../mapping/mapping.ts';

/** Example values. Omits `deleteChannelId`, because a first message rarely deletes a channel. */
const values: Readonly<Partial<Record<NotificationProperty, string>>> = {
  title: 'Tea is ready',
  body: 'It has drawn for three minutes.',
  channelId: '7',
  channelIdTitle: 'Kitchen',
  channelIdImportance: '4',
  showBadge: 'true',
  sound: 'ping.wav',
};

/** Returns an example of a push message as JSON, with example values under the mapped keys. */
export function exampleMessage({ keys, paths = {} }: PushMapping): string {
  const message = newBranch();
  message.to = 'DEVICE-TOKEN';
  branchAt(message, defaultPath);
  for (const property of notificationProperties) {
    const [key, value] = [keys[property], values[property]];
    if (key === undefined || value === undefined) continue;
    branchAt(message, paths[property] ?? defaultPath)[key] = value;
  }
  return `${JSON.stringify(message, null, 2)}\n`;
}

type Branch = { [name: string]: string | Branch };

/** Creates an object without prototype, because a key may be `__proto__`. */
const newBranch = (): Branch => Object.create(null);

function branchAt(root: Branch, path: readonly string[]): Branch {
  return path.reduce((branch, name) => {
    const there = branch[name];
    const inner = typeof there === 'object' ? there : newBranch();
    branch[name] = inner;
    return inner;
  }, root);
}
