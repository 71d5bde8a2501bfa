import type { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import { parseId } from '../../options/options.ts';
import type { RunOnDirectory } from '../../run/with-service.ts';
import { formatDateTime, formatTable, plainText } from '../../terminal/format.ts';

export function addDeviceCommands(devices: Command, withClient: RunOnDirectory): void {
  devices
    .command('list', { isDefault: true })
    .description('List the registered devices.')
    .action(() =>
      withClient(async ({ terminal }, client) => {
        const found = await client.call('service.devices', {});
        terminal.result(found);
        if (found.length === 0) terminal.note('No devices are registered yet.');
        if (terminal.json || found.length === 0) return exitCodes.done;
        const rows = found.map(({ id, name, email, product, udid, registeredAt }) => [
          String(id),
          plainText(name ?? email),
          product,
          udid,
          formatDateTime(registeredAt),
        ]);
        for (const line of formatTable([['number', 'member', 'model', 'UDID', 'registered'], ...rows]))
          terminal.print(line);
        return exitCodes.done;
      }),
    );
  devices
    .command('export')
    .summary('Print the devices for Apple’s developer site.')
    .description(
      'Print all devices as the tab-separated file that Apple’s developer site accepts under “Register multiple devices”.',
    )
    .action(() =>
      withClient(async ({ terminal }, client) => {
        const { devices: found, text } = await client.call('service.exportDevices', {});
        terminal.result(found);
        // `print` adds the final newline itself.
        if (!terminal.json) terminal.print(text.replace(/\n$/, ''));
        return exitCodes.done;
      }),
    );
  devices
    .command('remove')
    .description('Remove a device. It remains registered with Apple.')
    .argument('<number>', 'number of the device from “devices list”')
    .action((number: string) =>
      withClient(async ({ terminal }, client) => {
        const id = parseId('The number of the device', number);
        await client.call('service.removeDevice', { id });
        return terminal.done(await client.call('service.devices', {}), `Removed the device ${id}.`);
      }),
    );
}
