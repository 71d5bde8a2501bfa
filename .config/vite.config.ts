import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, normalizePath, type Plugin, type UserConfig } from 'vite';
import { type BuildResult, type BundledPackage, bundledPackages, licensesOf } from './bundled-packages.ts';

const project = join(import.meta.dirname, '..');
const output = join(project, 'out');

/** Found at run time; everything else is bundled, so that the package holds `out` only. */
const builtins: (string | RegExp)[] = [...builtinModules, /^node:/, 'electron', /^electron\//];

/** A build that runs in Node: the main process, the command line, the preload script. */
function nodeBuild(options: {
  readonly input: string;
  readonly folder: string;
  readonly format: 'es' | 'cjs';
  /** Electron may only be loaded inside Electron, so what imports it stays in a file of its own. */
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
        input: { index: join(project, options.input) },
        external: builtins,
        output: {
          format: options.format,
          entryFileNames: `${options.folder}/${options.fileName}`,
          chunkFileNames: ({ moduleIds, facadeModuleId }) =>
            `${chunkFolder(moduleIds.length > 0 ? moduleIds : [facadeModuleId ?? ''])}/[name].js`,
          codeSplitting: options.split,
          // Names stay, so that a stack in the log can be read.
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
          ...(options.split ? { banner: (chunk) => (chunk.isEntry ? shebang : '') } : {}),
        },
      },
    },
  };
}

/** Makes `out/main/index.js` a program that can be started by its name. */
function executableEntry(): Plugin {
  return {
    name: 'slipway:executable-entry',
    applyToEnvironment: (environment) => environment.name === 'main',
    writeBundle: async () => {
      await chmod(join(output, 'main', 'index.js'), 0o755);
    },
  };
}

/** The parts of a server for an organisation, which the installers leave out. */
const serverParts = ['s3/s3-objects.ts', 'postgres/postgres.ts'].map((part) =>
  normalizePath(join(project, 'main/service/storage', part)),
);

/** The modules that the main process reaches without the server parts. */
const desktopModules = new Set<string>();

/** The bundler's own modules begin with a null character; both folders use them. */
function chunkFolder(modules: readonly string[]): 'main' | 'server' {
  const isServer = modules.every((module) => !desktopModules.has(module) && !module.startsWith('\0'));
  return isServer ? 'server' : 'main';
}

/** Finds which modules belong to the desktop application, for `chunkFolder`. */
function serverFolder(): Plugin {
  return {
    name: 'slipway:server-folder',
    applyToEnvironment: (environment) => environment.name === 'main',
    buildEnd() {
      const waiting = [normalizePath(join(project, 'main/index.ts'))];
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
    // Read from the same computer, never over a network.
    chunkSizeWarningLimit: 2_000,
    // A chunk that is asked for is on this computer: nothing is gained by asking for it before.
    modulePreload: false,
    rolldownOptions: { input: join(project, 'renderer', 'index.html') },
  },
};

/** One configuration, three environments: `vite build --app` builds all, `vite` serves the renderer alone. */
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
        input: 'main/index.ts',
        folder: 'main',
        format: 'es',
        split: true,
        fileName: 'index.js',
      }),
      preload: nodeBuild({
        input: 'preload/preload.ts',
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
