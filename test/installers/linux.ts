/** Tests the Linux packages on a Debian system and leaves its files unchanged. */
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInstallers } from '../e2e/build-package.ts';
import { feedAddress } from './feed.ts';
import { tryUpdates } from './linux-updates.ts';
import type { Suite } from './part.ts';
import { missingTools } from './stubs.ts';

export const linux: Suite = {
  name: 'Linux',
  missingRequirement: () => {
    if (process.platform !== 'linux') return 'Run this on Debian or Ubuntu.';
    const missing = missingTools({ lintian: 'lintian', openssl: 'openssl', 'util-linux': 'setpriv' });
    if (missing.length > 0) return `Install what is missing: apt-get install ${missing.join(' ')}`;
    const spaces = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
    return spaces.status === 0 ? null : 'Run this as root, where mounts are allowed.';
  },
  run: async (report) => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-installers-'));
    try {
      const packages: string[] = [];
      const { privateKey } = generateKeyPairSync('ed25519');
      for (const version of ['0.1.0', '0.2.0']) {
        const target = join(folder, version);
        await mkdir(target);
        packages.push(
          (await buildInstallers(target, 'linux', version, { url: feedAddress, key: privateKey })).folder,
        );
      }
      report('two versions are built');
      for (const [index, version] of ['0.1.0', '0.2.0'].entries()) {
        const deb = join(packages[index] ?? '', `slipway_${version}_amd64.deb`);
        execFileSync('lintian', ['--allow-root', '--fail-on', 'error,warning', deb], { stdio: 'inherit' });
      }
      report('lintian finds nothing');
      await chmod(folder, 0o755);
      const updates = join(folder, 'updates');
      await mkdir(updates);
      await tryUpdates([packages[0] ?? '', packages[1] ?? ''], updates, privateKey, report);
      // Runs in a separate mount namespace, in which all changes to the file system are kept in memory.
      const inside = join(import.meta.dirname, 'linux-inside.ts');
      execFileSync('unshare', ['--mount', process.execPath, inside, folder], { stdio: 'inherit' });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
