/** A separate program that writes files by command. Exits when its channel closes. */
import * as fs from 'node:fs';
import type { WriterCommand } from './writer-commands.ts';

const open = new Map<string, number>();

function descriptorOf(path: string): number {
  const descriptor = open.get(path);
  if (descriptor === undefined) throw new Error(`${path} is not open`);
  return descriptor;
}

function perform(act: WriterCommand): void {
  switch (act.act) {
    case 'open':
      open.set(act.path, fs.openSync(act.path, act.flags));
      return;
    case 'write': {
      const bytes = fs.readFileSync(act.source).subarray(act.from, act.to);
      fs.writeSync(descriptorOf(act.path), bytes, 0, bytes.length, act.from);
      return;
    }
    case 'truncate':
      fs.ftruncateSync(descriptorOf(act.path), act.size);
      return;
    case 'close':
      fs.closeSync(descriptorOf(act.path));
      open.delete(act.path);
      return;
    case 'times':
      fs.futimesSync(descriptorOf(act.path), act.seconds, act.seconds);
      return;
    case 'rename':
      fs.renameSync(act.path, act.to);
      return;
  }
}

process.on('message', (message) => {
  try {
    perform(message as WriterCommand);
    process.send?.({ done: true });
  } catch (error) {
    process.send?.({ done: false, error: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ done: true });
