/** Installs the Debian packages that the cases need, which requires root. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages by a program that they contain. */
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

/** Installs missing packages. Returns null, or a sentence that names what is missing. */
export function prepareSystem(): string | null {
  if (process.platform !== 'linux') return 'The proofs need Debian Linux: Ceph and Swift run there.';
  if (process.getuid?.() !== 0) return 'The proofs need root: they install and start Ceph and Swift.';
  const missing = Object.keys(packages).filter((program) => !isInstalled(program));
  if (missing.length === 0) return null;
  const wanted = missing.map((program) => packages[program] ?? program);
  if (!isInstalled('apt-get')) return `The proofs need apt-get, to install ${wanted.join(', ')}.`;
  console.log(`installing ${wanted.join(', ')}`);
  const { status, stderr } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], {
    // RUNLEVEL prevents the packages from starting their services.
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
