import type { Command } from 'commander';
import { type DemoOptions, demo } from '../demo/demo.ts';
import type { Run } from '../run/run-command.ts';

export function addDemoCommand(program: Command, run: Run): void {
  program
    .command('demo')
    .summary('Plays the main job from end to end on this computer alone.')
    .description(
      'Starts the built-in service, watches a new folder, plays a slow compiler, uploads, activates and sends each build, downloads it back through the mailed link and compares it. Prints OK and ends with 0 when all of it went well.',
    )
    .argument('[path...]', 'your own builds (default: two small samples)')
    .option('--data <folder>', 'keep the data of the service in this folder')
    .option('--keep', 'leave service and watcher running and print the address of the browser UI')
    .action((paths: string[], options: DemoOptions) => run((context) => demo(context, paths, options)));
}
