/** Replacement for fpm: builds a Debian package with dpkg-deb for electron-builder. */
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean' },
    source: { ...text, short: 's' },
    type: { ...text, short: 't' },
    depends: { ...text, short: 'd', multiple: true },
    'deb-recommends': { ...text, multiple: true },
    'deb-compression': text,
    'deb-priority': text,
    'after-install': text,
    'after-remove': text,
    ...{ architecture: text, category: text, description: text, license: text, maintainer: text },
    ...{ name: text, package: text, url: text, vendor: text, version: text },
  },
});

/** Returns an option of the package; throws if electron-builder did not pass it. */
function needed(name: keyof typeof values): string {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`No --${name} was given.`);
  return value;
}

const root = await mkdtemp(join(tmpdir(), 'slipway-deb-'));
for (const mapping of positionals) {
  const [from = '', to = ''] = mapping.split('=');
  await mkdir(join(root, dirname(to)), { recursive: true });
  if (from.endsWith('/')) await cp(from, join(root, to), { recursive: true, verbatimSymlinks: true });
  else {
    await copyFile(from, join(root, to));
    await chmod(join(root, to), 0o644);
  }
}

const [name, version, maintainer] = [needed('name'), needed('version'), needed('maintainer')];
const documents = join(root, 'usr', 'share', 'doc', name);
await mkdir(documents, { recursive: true });
const change = `${name} (${version}) unstable; urgency=medium\n\n  * As it was built.\n\n -- ${maintainer}  Sat, 21 Nov 2026 08:30:00 +0000\n`;
await writeFile(join(documents, 'changelog.gz'), gzipSync(change, { level: 9 }));

const control = {
  Package: name,
  Version: version,
  License: values.license,
  Vendor: values.vendor,
  Architecture: needed('architecture').replace('x86_64', 'amd64').replace('aarch64', 'arm64'),
  Maintainer: maintainer,
  'Installed-Size': execFileSync('du', ['-sk', root]).toString().split('\t')[0],
  Depends: values.depends?.join(', '),
  Recommends: values['deb-recommends']?.join(', '),
  Section: values.category,
  Priority: values['deb-priority'],
  Homepage: needed('url'),
  Description: needed('description').trim().replaceAll('\n', '\n '),
};
const fields = Object.entries(control).filter(([, value]) => value !== undefined);
await mkdir(join(root, 'DEBIAN'));
await writeFile(
  join(root, 'DEBIAN', 'control'),
  fields.map(([field, value]) => `${field}: ${value}\n`).join(''),
);
for (const [script, from] of [
  ['postinst', needed('after-install')],
  ['postrm', needed('after-remove')],
] as const) {
  await copyFile(from, join(root, 'DEBIAN', script));
  await chmod(join(root, 'DEBIAN', script), 0o755);
}
execFileSync('find', [root, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, needed('package')]);
await rm(root, { recursive: true });
