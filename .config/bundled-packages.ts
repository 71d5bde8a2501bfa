/** Lists the packages that are bundled into `out`, with their licences. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** SPDX expression from its package.json. */
  readonly license: string;
  /** Content of its licence files; null if there are none. */
  readonly text: string | null;
};

/** Result of one build; `build` of Vite returns different forms. */
export type BuildResult = Rolldown.RolldownOutput | readonly Rolldown.RolldownOutput[] | object;

/**
 * Returns the bundled packages, sorted by name and version. Throws for a package without a licence, and for a
 * module of unknown origin.
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

/** Returns the licence texts, which most licences require in each copy. */
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
    if (!('output' in output)) throw new Error('A build in watch mode has no output to list.');
    return output as Rolldown.RolldownOutput;
  });
}

const modulesOf = (part: Rolldown.OutputChunk | Rolldown.OutputAsset): readonly string[] =>
  part.type === 'chunk' ? part.moduleIds : [];

/** Returns the folder of the package that contains a module; null for a file of the project. */
function packageFolder(module: string): string | null {
  // Modules added by the bundler have no file. Their id contains the package name.
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
