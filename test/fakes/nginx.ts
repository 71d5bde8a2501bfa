/** A real nginx with the configuration of assets/deploy, but with other ports and without TLS. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Nginx = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts nginx on `port` for the instances at `ports`. Its logs are in `folder/logs`. */
export async function startNginx(folder: string, ports: readonly string[], port: number): Promise<Nginx> {
  const shipped = await readFile(resolve(import.meta.dirname, '../../assets/deploy/nginx.conf'), 'utf8');
  const [upstreams = '', , server = ''] = shipped.split(/^(?=upstream|server )/m).slice(1);
  const adapted = [
    upstreams.replace(
      /127\.0\.0\.1:808(\d)/g,
      (_address, at: string) => `127.0.0.1:${ports[Number(at) - 1]}`,
    ),
    server.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`).replace(/^ *ssl_certificate.*$/gm, ''),
  ];
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const site = [...own, ...adapted].join('\n').replaceAll('/var/log/nginx', join(folder, 'logs'));
  const file = join(folder, 'nginx.conf');
  await mkdir(join(folder, 'logs'));
  const head = `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}`;
  await writeFile(file, `${head}\nhttp {\naccess_log off;\n${site}\n}\n`);
  const nginx: ChildProcess = spawn('nginx', ['-e', 'stderr', '-c', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    await pause(50);
  }
  const stop = async (): Promise<void> => {
    if (nginx.exitCode !== null) return;
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  };
  return { url, stop };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
