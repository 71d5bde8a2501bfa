import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { token, version } from './responses.ts';

/** Reads a request from stdin and writes the response to stdout. `dd` discards the request body. */
const script = `#!/bin/bash
read -r method target rest
length=0
while IFS= read -r line; do
  line=\${line%$'\\r'}
  [ -z "$line" ] && break
  case "\${line,,}" in content-length:*) length=\${line#*: } ;; esac
done
dd of=/dev/null bs=1M count="$length" iflag=fullblock,count_bytes status=none
case "$target" in */token) answer='${JSON.stringify(token)}' ;; *) answer='${JSON.stringify(version)}' ;; esac
printf 'HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %s\\r\\nConnection: close\\r\\n\\r\\n%s' \\
  "\${#answer}" "$answer"
`;

/** Starts a server that does not use Node: socat accepts each connection and passes it to a shell script. */
export async function startNativeSink(
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const path = join(folder, 'sink.sh');
  await writeFile(path, script);
  await chmod(path, 0o700);
  const listen = 'TCP-LISTEN:0,bind=127.0.0.1,fork,reuseaddr';
  const socat = spawn('socat', ['-d', '-d', listen, `EXEC:${path},nofork`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await listeningPort(socat);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exit = once(socat, 'exit');
      socat.kill();
      await exit;
    },
  };
}

async function listeningPort(socat: ChildProcess): Promise<number> {
  if (!socat.stderr) throw new Error('socat has no stderr');
  for await (const line of createInterface(socat.stderr)) {
    const [, port] = /listening on .*:(\d+)$/.exec(line) ?? [];
    // Keeps reading the output, because socat would block on a full pipe.
    if (port) {
      socat.stderr.resume();
      return Number(port);
    }
  }
  throw new Error('socat does not listen');
}
