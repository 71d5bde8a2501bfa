import type { Command } from 'commander';
import { type DemoOptions, demo } from '../demo/demo.ts';
import type { Run } from '../run/run-command.ts';

export function addDemoCommand(program: Command, run: Run): void {
  program
    .command('demo')
    .summary('Run an end-to-end demo on this computer.')
    .description(
      'Run an end-to-end demo: watch a folder, upload builds to the built-in service, send them, and download them through the mailed links. Prints OK and exits with 0 on success.',
    )
    .argument('[path...]', 'builds to use (default: two small samples)')
    .option('--data <folder>', 'store the service’s data in this folder (default: a temporary folder)')
    .option('--keep', 'keep the service and the watcher running, and print the address of the browser UI')
    .action((paths: string[], options: DemoOptions) => run((context) => demo(context, paths, options)));
}
