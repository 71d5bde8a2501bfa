import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens a port with a full backlog: new connections are dropped, as at an unreachable address. */
export function fullPort(host = '127.0.0.1', port = 0): Promise<number> {
  return portOf(host, port, Number.POSITIVE_INFINITY);
}

/** Opens a port that accepts a connection only after its SYN packet is repeated, as on a slow network. */
export function slowPort(host: string): Promise<number> {
  return portOf(host, 0, 700);
}

async function portOf(host: string, port: number, fullForMs: number): Promise<number> {
  const program = `
    const server = require('node:net').createServer();
    server.listen({ port: ${port}, host: '${host}', backlog: 1 }, () => {
      require('node:fs').writeSync(1, server.address().port + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${fullForMs});
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const taken = Number(line);
  for (let waiting = 0; waiting < 2; waiting += 1) {
    const socket = createConnection({ port: taken, host });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  return taken;
}
