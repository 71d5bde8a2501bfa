/** Which packages the build put into `out`, so that it is known what is shipped and under which licences. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** As the package states it, SPDX. */
  readonly license: string;
  /** What it says of its licence in files of their own; null when it has none. */
  readonly text: string | null;
};

/** What one build gave; vite's `build` says it in several ways. */
export type BuildResult = Rolldown.RolldownOutput | readonly Rolldown.RolldownOutput[] | object;

/**
 * The packages whose modules are in these builds, by name and version. Throws for a module that is no file of the project
 * and of no package, and for a package that states no licence.
 */
export async function bundledPackages(results: readonly BuildResult[]): Promise<readonly BundledPackage[]> {
  const modules = new Set(results.flatMap(outputsOf).flatMap(({ output }) => output.flatMap(modulesOf)));
  const found = new Map<string, BundledPackage>();
  for (const module of modules) {
    const folder = packageFolder(module);
    const described = folder === null ? null : await describe(folder);
    if (described) found.set(`${described.name}@${described.version}`, described);
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, described]) => described);
}

/** The licences of all of them, for people: most ask that their text goes with every copy. */
export function licensesOf(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, license, text }) => {
    const missing = `This package states its licence, ${license}, and brings no text of it.`;
    return `${name} ${version} (${license})\n\n${text ?? missing}\n`;
  });
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

function outputsOf(result: BuildResult): readonly Rolldown.RolldownOutput[] {
  const outputs = [result].flat() as readonly object[];
  return outputs.map((output) => {
    if (!('output' in output)) throw new Error('A build that goes on watching does not say what is in it.');
    return output as Rolldown.RolldownOutput;
  });
}

const modulesOf = (part: Rolldown.OutputChunk | Rolldown.OutputAsset): readonly string[] =>
  part.type === 'chunk' ? part.moduleIds : [];

/** Where the package of a module lies; null for a file of the project. */
function packageFolder(module: string): string | null {
  // Code the bundler adds of its own has no file, and the name of its package in front.
  if (module.startsWith('\0')) {
    const [, name = ''] = /^\0((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  }
  const [, folder = null] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module) ?? [];
  return folder;
}

async function describe(folder: string): Promise<BundledPackage> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(text) as Partial<BundledPackage>;
  if (typeof name === 'string' && typeof version === 'string' && typeof license === 'string') {
    return { name, version, license, text: await licenseIn(folder) };
  }
  throw new Error(`${folder} is bundled, but its package.json does not state name, version and licence.`);
}

async function licenseIn(folder: string): Promise<string | null> {
  const names = (await readdir(folder))
    .filter((name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name))
    .sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.length === 0 ? null : texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
}
