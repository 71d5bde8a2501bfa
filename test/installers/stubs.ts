/** Replaces what the packager would download: Electron and the tools of electron-builder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fuseSentinel } from '../e2e/package-files.ts';

const project = join(import.meta.dirname, '..', '..');

/** Every fuse has the opposite of its required value, so that the packager must set each of them. */
const fuses = Buffer.concat([Buffer.from(fuseSentinel), Buffer.from([1, 8]), Buffer.from('10110011\n')]);

const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };

async function put(path: string, bytes: string | Buffer, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  await chmod(path, mode);
}

/** Replaces Electron's folder on Linux with a program that runs a package in Node; see run-packaged.ts. */
export async function electronForLinux(folder: string): Promise<void> {
  const run = `exec '${process.execPath}' '${join(import.meta.dirname, 'run-packaged.ts')}' "$(readlink -f "$0")" "$@"`;
  await put(
    join(folder, 'electron'),
    Buffer.concat([Buffer.from(`#!/bin/sh\n${run}\nexit\n`), fuses]),
    0o755,
  );
  await put(join(folder, 'version'), `v${version}`);
  await mkdir(join(folder, 'resources'));
  await put(join(folder, 'chrome-sandbox'), '#!/bin/sh\n', 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak']) {
    await put(join(folder, name), name);
  }
}

/** Creates a folder like Electron's for macOS, without a working program. */
export async function electronForMac(folder: string): Promise<void> {
  const describe = (name: string): string =>
    `<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleIdentifier</key><string>com.github.${name}</string></dict></plist>`;
  const contents = join(folder, 'Electron.app', 'Contents');
  await put(join(folder, 'version'), `v${version}`);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) await put(join(folder, name), name);
  await put(join(contents, 'Info.plist'), describe('Electron'));
  await put(join(contents, 'MacOS', 'Electron'), '', 0o755);
  await put(join(contents, 'Resources', 'en.lproj', 'locale.pak'), '');
  const frameworks = join(contents, 'Frameworks');
  const framework = join(frameworks, 'Electron Framework.framework');
  await put(join(framework, 'Versions', 'A', 'Electron Framework'), fuses);
  await symlink('A', join(framework, 'Versions', 'Current'));
  await symlink('Versions/Current/Electron Framework', join(framework, 'Electron Framework'));
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = join(frameworks, `Electron Helper${kind}.app`, 'Contents');
    await put(join(helper, 'Info.plist'), describe('Electron Helper'));
    await put(join(helper, 'MacOS', `Electron Helper${kind}`), '', 0o755);
  }
}

const programs = {
  'squashfs-tools': 'mksquashfs',
  'desktop-file-utils': 'desktop-file-validate',
  zip: 'zip',
};

/** Returns the required Debian packages that are not installed. */
export function missingTools(more: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries({ ...programs, ...more, dpkg: 'dpkg-deb' })
    .filter(([, program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([name]) => name);
}

/** Length of the shell script that replaces the AppImage runtime. The file system follows. */
const runtimeBytes = 4096;

const runtime = `#!/bin/sh
self=$(readlink -f "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unsquashfs -quiet -no-progress -offset ${runtimeBytes} -dest "$folder/app" "$self" >/dev/null || exit
APPIMAGE=$self APPDIR=$folder/app "$folder/app/AppRun" "$@"
exit
`;

/**
 * Returns environment variables with the tools for electron-builder. `codesign` appends lines to `signed`.
 */
export async function packagingTools(folder: string, signed: string): Promise<Record<string, string>> {
  const node = (script: string): string => `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`;
  const appImage = join(folder, 'appimage');
  for (const name of ['mksquashfs', 'desktop-file-validate']) {
    const program = execFileSync('sh', ['-c', `command -v ${name}`])
      .toString()
      .trim();
    await put(join(appImage, name), `#!/bin/sh\nexec ${program} "$@"\n`, 0o755);
  }
  for (const arch of ['x64', 'arm64']) {
    await put(join(appImage, 'runtimes', `runtime-${arch}`), runtime.padEnd(runtimeBytes, '#'), 0o755);
    await put(join(appImage, 'lib', arch, 'README'), '');
  }
  await put(join(folder, 'fpm'), node(join(import.meta.dirname, 'fpm.ts')), 0o755);
  // electron-builder calls `7za a … OUT NAME` with switches in between.
  const lastTwo = 'while [ $# -gt 2 ]; do shift; done\nexec zip -q -r -y -0 "$1" "$2"\n';
  await put(join(folder, '7za'), `#!/bin/sh\n${lastTwo}`, 0o755);
  await put(join(folder, 'codesign'), `#!/bin/sh\necho "$*" >> '${signed}'\n`, 0o755);
  const icon = (await readFile(join(project, 'assets', 'icon-1024.png'))).toString('base64');
  const makeIcon = `const out = process.argv.find((word) => word.startsWith('--out=')).slice(6);
const fs = require('node:fs');
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(out + '/icon.icns', Buffer.from('${icon}', 'base64'));`;
  await put(join(folder, 'icons', 'icon-tool.js'), makeIcon);
  return {
    APPIMAGE_TOOLS_PATH: appImage,
    CUSTOM_FPM_PATH: join(folder, 'fpm'),
    ELECTRON_BUILDER_7ZIP_PATH: join(folder, '7za'),
    ELECTRON_BUILDER_ICONS_TOOLSET_DIR: join(folder, 'icons'),
    ELECTRON_BUILDER_OFFLINE: 'true',
    PATH: `${folder}:${process.env['PATH']}`,
  };
}
