/** What the proofs need of the system: programs of Debian, and root to install and start them. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Each package by a program it brings. */
const packages: Readonly<Record<string, string>> = {
  nginx: 'nginx-light',
  radosgw: 'radosgw',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  ceph: 'ceph-common',
  'swift-proxy-server': 'swift-proxy',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  memcached: 'memcached',
  curl: 'curl',
};

/** Installs what is not there yet; what this computer lacks, in one sentence, or null when it has everything. */
export function prepareSystem(): string | null {
  if (process.platform !== 'linux') return 'The proofs need Debian Linux: Ceph and Swift run there.';
  if (process.getuid?.() !== 0) return 'The proofs need root: they install and start Ceph and Swift.';
  const missing = Object.keys(packages).filter((program) => !isInstalled(program));
  if (missing.length === 0) return null;
  const wanted = missing.map((program) => packages[program] ?? program);
  if (!isInstalled('apt-get')) return `The proofs need apt-get, to install ${wanted.join(', ')}.`;
  console.log(`installing ${wanted.join(', ')}`);
  const { status, stderr } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], {
    // No service is started for it.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const lacks = missing.filter((program) => !isInstalled(program));
  if (status === 0 && lacks.length === 0) return null;
  return `The proofs need ${lacks.join(', ')}, and apt-get did not install it: ${stderr.trim().split('\n').at(-1)}`;
}

function isInstalled(program: string): boolean {
  return `${process.env.PATH}${delimiter}/usr/sbin`.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
