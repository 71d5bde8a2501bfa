import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, normalizePath, type Plugin, type UserConfig } from 'vite';
import { type BuildResult, type BundledPackage, bundledPackages, licensesOf } from './bundled-packages.ts';

const project = join(import.meta.dirname, '..');
const output = join(project, 'out');

/** Modules that are resolved at run time. All others are bundled, so that the package contains only `out`. */
const builtins: (string | RegExp)[] = [...builtinModules, /^node:/, 'electron', /^electron\//];

/**
 * Each group becomes one chunk with its static imports, because a command starts faster with few files.
 * `paths` is separate: `index.js` imports it before it checks Node's version.
 */
const startGroups = [
  { name: 'paths', test: /main[\\/]cli[\\/]paths\.ts$/, priority: 4 },
  { name: 'command-line', test: /main[\\/]cli[\\/]cli\.ts$/, priority: 3 },
  {
    name: 'inspect-build',
    test: /main[\\/]cli[\\/](commands[\\/]inspect|run[\\/]run-command)\.ts$/,
    priority: 2,
  },
  { name: 'core', test: /main[\\/]cli[\\/]run[\\/]queue-client\.ts$/, priority: 1 },
];

/** Returns the build of code that runs in Node.js: main process, command line or preload script. */
function nodeBuild(options: {
  /** Entry files by name. */
  readonly input: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly format: 'es' | 'cjs';
  /** True for separate chunks: modules that import Electron load only in Electron. */
  readonly split: boolean;
  readonly fileName: string;
}): EnvironmentOptions {
  const shebang = '#!/usr/bin/env node';
  return {
    consumer: 'server',
    resolve: { noExternal: true, builtins },
    build: {
      target: 'node24',
      outDir: output,
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(options.input).map(([name, path]) => [name, join(project, path)]),
        ),
        external: builtins,
        output: {
          format: options.format,
          entryFileNames: `${options.folder}/${options.fileName}`,
          chunkFileNames: ({ moduleIds, facadeModuleId }) =>
            `${chunkFolder(moduleIds.length > 0 ? moduleIds : [facadeModuleId ?? ''])}/[name].js`,
          codeSplitting: options.split && { groups: startGroups },
          // Names of functions make the stack traces in the log readable.
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
          ...(options.split ? { banner: (chunk) => (chunk.isEntry ? shebang : '') } : {}),
        },
      },
    },
  };
}

function executableEntry(): Plugin {
  return {
    name: 'slipway:executable-entry',
    applyToEnvironment: (environment) => environment.name === 'main',
    writeBundle: async () => {
      await chmod(join(output, 'main', 'index.js'), 0o755);
    },
  };
}

/** A worker thread needs a separate entry file. */
const mainEntries = { index: 'main/index.ts', 'recipe-thread': 'main/uploads/delta/recipe-thread.ts' };

/** Modules of `slipway server`, which the installers do not contain. */
const serverParts = ['s3/s3-objects.ts', 'postgres/postgres.ts'].map((part) =>
  normalizePath(join(project, 'main/service/storage', part)),
);

/** Modules that the main process loads without `serverParts`. */
const desktopModules = new Set<string>();

/** Helper modules of the bundler, whose ids begin with a null character, are needed by both. */
function chunkFolder(modules: readonly string[]): 'main' | 'server' {
  const isServer = modules.every((module) => !desktopModules.has(module) && !module.startsWith('\0'));
  return isServer ? 'server' : 'main';
}

/** Collects the modules of the desktop application for `chunkFolder`. */
function serverFolder(): Plugin {
  return {
    name: 'slipway:server-folder',
    applyToEnvironment: (environment) => environment.name === 'main',
    buildEnd() {
      const waiting = Object.values(mainEntries).map((path) => normalizePath(join(project, path)));
      for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
        if (desktopModules.has(module) || serverParts.includes(module)) continue;
        desktopModules.add(module);
        const found = this.getModuleInfo(module);
        waiting.push(...(found?.importedIds ?? []), ...(found?.dynamicallyImportedIds ?? []));
      }
    },
  };
}

async function ownLicense(): Promise<BundledPackage> {
  const manifest = await readFile(join(project, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(manifest) as BundledPackage;
  return { name, version, license, text: (await readFile(join(project, 'LICENSE'), 'utf8')).trim() };
}

const rendererBuild: EnvironmentOptions = {
  build: {
    target: 'chrome140',
    outDir: join(output, 'renderer'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Large chunks are no problem, because they are read from the local disk.
    chunkSizeWarningLimit: 2_000,
    modulePreload: false,
    rolldownOptions: { input: join(project, 'renderer', 'index.html') },
  },
};

/** `vite build --app` builds all three environments; `vite` serves the renderer only. */
export default defineConfig(({ command }): UserConfig => {
  const shared: UserConfig = {
    root: join(project, 'renderer'),
    cacheDir: join(project, 'node_modules', '.vite'),
    publicDir: false,
    plugins: [react(), executableEntry(), serverFolder()],
    server: { host: '127.0.0.1' },
  };
  if (command !== 'build') return shared;
  return {
    ...shared,
    environments: {
      client: rendererBuild,
      main: nodeBuild({
        input: mainEntries,
        folder: 'main',
        format: 'es',
        split: true,
        fileName: '[name].js',
      }),
      preload: nodeBuild({
        input: { preload: 'preload/preload.ts' },
        folder: 'preload',
        format: 'cjs',
        split: false,
        fileName: 'preload.cjs',
      }),
    },
    builder: {
      buildApp: async (builder) => {
        for (const folder of ['main', 'preload', 'server']) {
          await rm(join(output, folder), { recursive: true, force: true });
        }
        const built: BuildResult[] = [];
        for (const environment of Object.values(builder.environments)) {
          built.push(await builder.build(environment));
        }
        const packages = await bundledPackages(built);
        const listed = packages.map(({ name, version, license }) => ({ name, version, license }));
        await writeFile(join(output, 'packages.json'), `${JSON.stringify(listed, null, 2)}\n`);
        await writeFile(join(output, 'licenses.txt'), licensesOf([await ownLicense(), ...packages]));
      },
    },
  };
});
