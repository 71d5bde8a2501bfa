import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { findRoot } from '../../watcher/files/folder-root.ts';
import type { FolderPreset } from '../views/folders.ts';
import { candidateFolders, type Project, presetsOf, type Toolkit } from './presets.ts';

/** Larger files are not build files. */
const maxBuildFileBytes = 512 * 1024;
const maxModules = 50;

/** Throws `watcher/…` if the project is missing or unreadable. */
export async function presetsFor(
  projectFolder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly FolderPreset[]> {
  await findRoot(projectFolder);
  return presetsOf(await inspectProject(projectFolder), platform);
}

async function inspectProject(path: string): Promise<Project> {
  const names = await readdir(path);
  const text = (relativePath: string): Promise<string> => readText(join(path, ...relativePath.split('/')));
  const found = {
    androidModules: await findAndroidModules(path, names),
    dotnetProjects: await findDotnetProjects(path, names),
    godotExports: godotExports(await text('export_presets.cfg')),
  };
  const candidates = candidateFolders(found);
  const exists = await Promise.all(
    candidates.map((relativePath) => isFolder(join(path, ...relativePath.split('/')))),
  );
  return {
    path,
    ...found,
    toolkits: await findToolkits(names, text),
    xcode: names
      .filter((name) => /\.(xcworkspace|xcodeproj)$/.test(name))
      .toSorted()
      .reverse(),
    hasFastlane: await isFolder(join(path, 'fastlane')),
    folders: new Set(candidates.filter((_, index) => exists[index])),
  };
}

async function findToolkits(
  names: readonly string[],
  text: (relativePath: string) => Promise<string>,
): Promise<ReadonlyMap<Toolkit, string>> {
  const manifest = (await text('package.json')).replaceAll(' ', '');
  const config = (name: string): string | undefined =>
    names.find((file) => file.startsWith(`${name}.config.`));
  const dependency = (name: string): string | undefined =>
    manifest.includes(`"${name}":`) ? 'package.json' : undefined;
  const fileMatching = async (relativePath: string, pattern: RegExp): Promise<string | undefined> =>
    pattern.test(await text(relativePath)) ? relativePath : undefined;
  const found: readonly (readonly [Toolkit, string | undefined])[] = [
    ['flutter', await fileMatching('pubspec.yaml', /^[ \t]*sdk[ \t]*:[ \t]*flutter\b|^flutter[ \t]*:/m)],
    ['react-native', dependency('react-native')],
    ['capacitor', config('capacitor') ?? dependency('@capacitor/core')],
    ['cordova', await fileMatching('config.xml', /<widget\b/)],
    ['nativescript', config('nativescript') ?? dependency('@nativescript/core')],
    ['unity', await fileMatching('ProjectSettings/ProjectVersion.txt', /m_EditorVersion/)],
  ];
  return new Map(found.flatMap(([toolkit, file]) => (file === undefined ? [] : [[toolkit, file] as const])));
}

/** Returns folders with a .NET project for phones, at most one level deep. */
async function findDotnetProjects(path: string, names: readonly string[]): Promise<readonly string[]> {
  const isDotnet = names.some((name) => /\.(sln|slnx|csproj)$/.test(name));
  if (!isDotnet) return [];
  const candidates = ['', ...visibleFolders(names)].slice(0, maxModules);
  const targetsPhones = await Promise.all(
    candidates.map(async (folder) => {
      const files = folder === '' ? names : await namesIn(join(path, folder));
      const projects = files.filter((name) => name.endsWith('.csproj'));
      const texts = await Promise.all(projects.map((name) => readText(join(path, folder, name))));
      return texts.some((text) =>
        /<UseMaui>\s*true|<TargetFrameworks?>[^<]*-(android|ios)|<AndroidApplication>\s*true/i.test(text),
      );
    }),
  );
  return candidates.filter((_, index) => targetsPhones[index]);
}

/** Returns the folders of apks and ipas in Godot's export presets, relative to the project. */
function godotExports(presets: string): readonly string[] {
  const paths = [...presets.matchAll(/^export_path="([^"\n]*)\.(?:apk|ipa)"/gm)].map(([, file = '']) =>
    posix.dirname(posix.normalize(file)),
  );
  const below = paths.filter((folder) => !/^([/\\]|\.\.|[a-z]+:)/i.test(folder));
  return [...new Set(below)].map((folder) => (folder === '.' ? '' : folder));
}

/** Checks the modules named in the Gradle settings, direct subfolders, and the project itself. */
async function findAndroidModules(path: string, names: readonly string[]): Promise<readonly string[]> {
  const isGradle = names.some((name) => /^(gradlew(\.bat)?|(settings|build)\.gradle(\.kts)?)$/.test(name));
  if (!isGradle) return [];
  const settings = (
    await Promise.all(['settings.gradle', 'settings.gradle.kts'].map((name) => readText(join(path, name))))
  ).join('\n');
  const named = [...settings.matchAll(/["']:([\w.:-]+)["']/g)].map(([, module = '']) =>
    module.replaceAll(':', '/'),
  );
  const candidates = ['', ...new Set([...named, ...visibleFolders(names)])].slice(0, maxModules);
  const makes = await Promise.all(candidates.map((module) => buildsApplication(join(path, module))));
  return candidates
    .filter((_, index) => makes[index])
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

const rank = (module: string): number => (module === 'app' ? 0 : 1);

/**
 * Returns true if a Gradle build file applies the Android application plugin. Ignores lines that only set the
 * plugin's version, as in the root build file.
 */
async function buildsApplication(folder: string): Promise<boolean> {
  const files = await Promise.all(
    ['build.gradle', 'build.gradle.kts'].map((name) => readText(join(folder, name))),
  );
  return files.some((text) =>
    text
      .split('\n')
      .some(
        (line) =>
          /\bandroid[.-]?application\b/i.test(line) &&
          !/apply\s*(?:\(\s*)?false/.test(line) &&
          !/classpath/.test(line),
      ),
  );
}

/** Skips hidden names, and names with an extension, which are usually files. */
function visibleFolders(names: readonly string[]): readonly string[] {
  return names.filter((name) => !name.startsWith('.') && !/\.[a-z]+$/.test(name));
}

async function readText(path: string): Promise<string> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= maxBuildFileBytes ? await readFile(path, 'utf8') : '';
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return '';
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
