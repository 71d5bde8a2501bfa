/** Installs, upgrades and removes the packages in a mount namespace, over an overlay of `/`. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asNobody, asUser, nobody } from './as-user.ts';

const [folder = ''] = process.argv.slice(2);
const [memory, home] = [join(folder, 'memory'), join(folder, 'home')];
const [changed, world] = [join(memory, 'changed'), join(memory, 'world')];
const report = (step: string): void => console.log(`Linux: ${step}`);

function mountWorld(): void {
  const mount = (...parameters: string[]): void => void execFileSync('mount', parameters);
  mkdirSync(home);
  chownSync(home, nobody, nobody);
  mkdirSync(memory);
  mount('-t', 'tmpfs', 'tmpfs', memory);
  for (const name of ['changed', 'work', 'world']) mkdirSync(join(memory, name));
  const layers = `lowerdir=/,upperdir=${changed},workdir=${join(memory, 'work')}`;
  mount('-t', 'overlay', 'overlay', '-o', layers, world);
  mount('--bind', '/dev', join(world, 'dev'));
  mount('-t', 'proc', 'proc', join(world, 'proc'));
  // An overlay does not include other mounts, and these folders may be on separate disks.
  for (const path of [folder, join(import.meta.dirname, '..', '..')]) {
    mkdirSync(join(world, path), { recursive: true });
    mount('--bind', path, join(world, path));
  }
}

const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, LC_ALL: 'C.UTF-8', TMPDIR: '/tmp' };

function run(...command: string[]) {
  const { status, stdout, stderr } = spawnSync('chroot', [world, ...command], { env: environment });
  return { status, output: `${stdout}${stderr}`.trim() };
}

function succeed(...command: string[]): string {
  const { status, output } = run(...command);
  assert.equal(status, 0, `${command.join(' ')}: ${output}`);
  return output;
}

/** Files that change with every installation: records of the package manager, and generated caches. */
const records =
  /^\/(var\/(lib\/dpkg|log|cache)|tmp|etc\/ld\.so\.cache|usr\/share\/(mime\/(?!packages\/)|icons\/hicolor\/icon-theme\.cache))/;

/** Returns every changed file with its kind of change. */
function differences(at = ''): readonly string[] {
  return readdirSync(join(changed, at)).flatMap((name) => {
    const path = `${at}/${name}`;
    if (records.test(path) || path === folder) return [];
    const now = lstatSync(join(changed, path));
    if (now.isDirectory()) return differences(path);
    if (now.isCharacterDevice()) return [`${path} is gone`];
    const before = lstatSync(path, { throwIfNoEntry: false });
    if (!before) return [`${path} is new`];
    const same =
      now.isFile() && before.isFile() && readFileSync(join(changed, path)).equals(readFileSync(path));
    return same ? [] : [`${path} is another`];
  });
}

const deb = (version: string): string => join(folder, version, 'dist', `slipway_${version}_amd64.deb`);
const installed = (path: string): string => readFileSync(join(world, path), 'utf8');

/** Starts the program as a desktop does; resolves once its window would be visible. */
async function open(...given: string[]) {
  const log = join(folder, 'windows');
  writeFileSync(log, '');
  const child = spawn('chroot', [world, ...asNobody, '/usr/bin/slipway', ...given], {
    env: { ...environment, WINDOWS_LOG: log },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  while (readFileSync(log, 'utf8') === '') {
    assert.equal(child.exitCode, null, 'Slipway ended before its window was there');
    await sleep(50);
  }
  return { child, ended, window: JSON.parse(readFileSync(log, 'utf8')) as { readonly given: string[] } };
}

mountWorld();
succeed('apt-get', 'install', '--simulate', '--no-install-recommends', deb('0.1.0'));
report('Debian has everything the package depends on');

// The replacement for Electron needs none of the dependencies, so they are not installed.
succeed('dpkg', '--force-depends', '--install', deb('0.1.0'));
assert.ok(differences().includes('/opt/Slipway/slipway is new'));
assert.equal(succeed(...asNobody, 'slipway', '--version'), '0.1.0');
for (const program of ['slipway', '/opt/Slipway/slipway']) {
  const asRoot = run(program, '--version');
  assert.equal(asRoot.status, 2);
  assert.match(asRoot.output, /^slipway: The installed application cannot run as root\. .*npm package/);
}
assert.ok(!existsSync(join(world, 'opt/Slipway/AppRun')));
assert.match(installed('usr/share/mime/globs2'), /^50:application\/x-ios-app:\*\.ipa$/m);
const handled = installed('usr/share/applications/mimeinfo.cache')
  .split('\n')
  .filter((line) => line.includes('slipway.desktop'))
  .map((line) => line.split('=')[0]);
assert.deepEqual(handled.sort(), [
  'application/vnd.android.package-archive',
  'application/x-ios-app',
  'x-scheme-handler/slipway',
]);
report(
  'installed: a command that root is refused, and one of the programs for builds and for Slipway’s links',
);

const settings = join(home, '.config', 'Slipway', 'settings.json');
mkdirSync(join(settings, '..'), { recursive: true });
writeFileSync(settings, '{}');
const build = join(home, 'Mein Build.ipa');
const { child, ended, window } = await open(`file://${encodeURI(build)}`);
assert.deepEqual(window.given, [`file://${encodeURI(build)}`]);
succeed('dpkg', '--force-depends', '--install', deb('0.2.0'));
// Fails if the program has exited, because its command line is then empty.
assert.match(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'), /opt\/Slipway\/slipway-bin/);
assert.equal(succeed(...asNobody, 'slipway', '--version'), '0.2.0');
assert.equal(readFileSync(settings, 'utf8'), '{}');
report('upgraded over a copy that runs: it runs on, and the next start is the newer one');

child.kill();
await ended;
for (const remove of ['--remove', '--purge']) succeed('dpkg', remove, 'slipway');
assert.deepEqual(differences(), []);
assert.ok(existsSync(settings));
assert.equal(run('slipway', '--version').status, 127);
report('removed: every file of the computer is as it was, and the user’s files are there');

const appImage = join(folder, '0.2.0', 'dist', 'Slipway-0.2.0.AppImage');
const asPerson = spawnSync(...asUser(appImage, '--version'), {
  env: { ...environment, TMPDIR: home },
});
assert.equal(`${asPerson.stdout}${asPerson.stderr}`, '0.2.0\n');
const imageAsRoot = run(appImage, '--version');
assert.equal(imageAsRoot.status, 2);
assert.match(imageAsRoot.output, /^slipway: The installed application cannot run as root\. .*npm package/);
// An ordinary user cannot create the namespaces that the sandbox needs here.
const refused = run(...asNobody, appImage, '--version');
assert.equal(refused.status, 1);
assert.match(refused.output, /^slipway: Slipway cannot start from the AppImage here: .*\.deb package/);
assert.deepEqual(differences(), []);
report('the AppImage starts, as root and without a sandbox it says what to do, and it leaves nothing behind');
