import type { Command } from 'commander';
import { type DemoOptions, demo } from '../demo/demo.ts';
import type { Run } from '../run/run-command.ts';

export function addDemoCommand(program: Command, run: Run): void {
  program
    .command('demo')
    .summary('Run the main job from end to end on this computer.')
    .description(
      'Run an end-to-end demo: start the built-in service, watch a new folder, simulate a slow compiler, upload, activate and send each build, download it through the mailed link and compare it. Prints OK and exits with 0 on success.',
    )
    .argument('[path...]', 'builds to use (default: two small samples)')
    .option('--data <folder>', 'store the data of the service in this folder')
    .option('--keep', 'leave the service and the watcher running and print the address of the browser UI')
    .action((paths: string[], options: DemoOptions) => run((context) => demo(context, paths, options)));
}
