/** Compares recipients' devices with the devices that a build's profile lists. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';
import { truncateList } from '../package-info.ts';
import { deviceKey } from './provisioning.ts';

export type DeviceOwner = { readonly name: string; readonly udids: readonly string[] };

/**
 * Warns of owners whose devices are all unlisted; omits owners without devices. `listed` contains
 * `deviceKey`s; null if the build has no list.
 */
export function unlistedDeviceWarnings(
  listed: ReadonlySet<string> | null,
  owners: readonly DeviceOwner[],
): readonly Message[] {
  if (!listed) return [];
  const names = owners
    .filter(({ udids }) => udids.length > 0 && !udids.some((udid) => listed.has(deviceKey(udid))))
    .map(({ name }) => name);
  return names.length === 0
    ? []
    : [messageOf('warning/unlistedDevices', { names: truncateList(names), count: names.length })];
}
