import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Device } from '../../../push/handler/resolver.ts';

export type DeviceOptions = { readonly android: number; readonly ios?: true };

export function addDeviceOptions(command: Command, what: string): Command {
  return command
    .argument('<mapping>', 'mapping file (pushnotification.json)')
    .argument('<file>', `${what}, or “-” for stdin`)
    .addOption(
      new Option('--android <level>', 'simulate an Android device with this API level')
        .argParser(parseLevel)
        .default(33),
    )
    .addOption(new Option('--ios', 'simulate an iOS device'));
}

export function deviceOf({ android, ios }: DeviceOptions): Device {
  return ios ? { platform: 'ios' } : { platform: 'android', apiLevel: android };
}

function parseLevel(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1) {
    throw new InvalidArgumentError('Expected a whole number, such as 33 for Android 13.');
  }
  return Number(value);
}
