import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { DeviceExport, RegisteredDevice } from '../service-view.ts';
import type { DeviceStorage } from '../storage/device-storage.ts';

export type DeviceDirectory = {
  /** In the order of registration. */
  list(): Promise<readonly RegisteredDevice[]>;
  /** Throws `service/noPerson`. */
  remove(id: number): Promise<void>;
  exportFile(): Promise<DeviceExport>;
};

export function createDevices(storage: DeviceStorage): DeviceDirectory {
  return {
    list: () => storage.list(),
    remove: async (id) => {
      if (!(await storage.remove(id))) throw serviceErrors.noPerson({ what: messageOf('record/device'), id });
    },
    exportFile: async () => {
      const devices = await storage.list();
      return { devices, text: appleDeviceFile(devices) };
    },
  };
}

/** Apple's maximum length for a device name. */
const maxNameLength = 50;

/** Returns the file for Apple's “Register multiple devices”. Lists a device of several members once. */
export function appleDeviceFile(devices: readonly RegisteredDevice[]): string {
  const unique = Map.groupBy(devices, ({ udid }) => udid);
  const rows = [...unique.values()]
    .flatMap(([first]) => first ?? [])
    .map(({ udid, product, name, email }) => [
      udid,
      nameOf(name ?? email, product),
      product.startsWith('Mac') ? 'mac' : 'ios',
    ]);
  return [['Device ID', 'Device Name', 'Device Platform'], ...rows]
    .map((row) => `${row.join('\t')}\n`)
    .join('');
}

function nameOf(owner: string, product: string): string {
  const plain = owner.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return `${plain.slice(0, maxNameLength - product.length - 1).toWellFormed()} ${product}`;
}
