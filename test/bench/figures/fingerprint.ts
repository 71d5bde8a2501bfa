/** Time to fingerprint a build, which reads only parts of it, compared with reading the whole file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { withBuilds } from '../builds.ts';
import type { Figure } from '../figure.ts';
import { isInstalled } from '../installed.ts';
import { measureAlternately, measureInProcess } from './inspect.ts';

const gibibyte = 1024 ** 3;
const mebibyte = 1024 * 1024;

export const fingerprintAgainstSha256: Figure = {
  name: 'fingerprint-1-GiB-apk',
  peer: 'sha256sum of it, its process',
  unit: 'ms',
  goal: 0.01,
  better: 'less',
  measure: async () => {
    if (!(await isInstalled('sha256sum', '--version'))) return null;
    return withBuilds(gibibyte, ({ large }) =>
      measureAlternately(
        () => fingerprintFile(large),
        () => sha256sum(large),
      ),
    );
  },
};

export const fingerprintMemory: Figure = {
  name: 'fingerprint-1-GiB-memory',
  peer: 'the limit of 8 MiB above idle',
  unit: 'MiB',
  goal: 1,
  better: 'less',
  measure: () => measureInProcess(({ memory }) => memory / mebibyte, 8, 'fingerprint'),
};

async function sha256sum(path: string): Promise<void> {
  const child = spawn('sha256sum', [path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`sha256sum ended with ${code}`);
}
