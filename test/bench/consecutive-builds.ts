/** Consecutive releases of real builds, from packages of npm. */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Pair = { readonly base: string; readonly target: string };

const releases = {
  apps: {
    'io.appium.settings': [
      ...['7.0.22', '7.1.0', '7.1.1', '7.1.2', '7.1.7', '7.1.9', '7.1.11'],
      ...['8.0.0', '8.0.5', '8.0.6', '8.0.8', '8.0.9', '8.0.10'],
    ],
    'appium-uiautomator2-server': [
      ...['9.11.0', '9.11.1', '9.11.2', '10.0.0', '10.1.0', '10.2.1', '10.3.2'],
      ...['10.3.5', '10.4.0', '10.6.0', '10.6.2', '10.6.4', '10.6.6'],
    ],
  },
  native: { '@rollup/rollup-android-arm64': ['4.68.5', '4.68.6', '4.68.7', '4.68.8'] },
} as const;

/** Downloads the builds to `folder`. Returns null if the packages cannot be downloaded. */
export async function fetchPairs(
  folder: string,
  kind: keyof typeof releases,
): Promise<readonly Pair[] | null> {
  const pairs: Pair[] = [];
  for (const [name, versions] of Object.entries<readonly string[]>(releases[kind])) {
    const builds: string[] = [];
    for (const version of versions) {
      const build = await fetchBuild(join(folder, `${name.replace('/', '-')}-${version}`), name, version);
      if (build === null) return null;
      builds.push(build);
    }
    for (const [index, target] of builds.entries()) {
      const base = builds[index - 1];
      if (base !== undefined) pairs.push({ base, target });
    }
  }
  return pairs;
}

async function fetchBuild(folder: string, name: string, version: string): Promise<string | null> {
  await mkdir(folder);
  try {
    await run('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', folder]);
  } catch (error) {
    process.stderr.write(`${name}@${version}: ${String(error)}\n`);
    return null;
  }
  const [archive] = await readdir(folder);
  if (archive === undefined) throw new Error(`npm pack wrote no file for ${name}@${version}`);
  await run('tar', ['-xzf', join(folder, archive), '-C', folder]);
  const files = await readdir(folder, { recursive: true });
  const build = files.find((file) => /\.(apk|node)$/.test(file) && !file.includes('androidTest'));
  if (build === undefined) throw new Error(`${name}@${version} contains no build`);
  return join(folder, build);
}
