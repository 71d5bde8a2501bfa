import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { findRoot } from '../../watcher/folder/folder-root.ts';
import type { FolderPreset } from '../view.ts';
import { foldersOfInterest, type Project, presetsOf } from './presets.ts';

/** A build file is a few pages; what is larger is none. */
const mostBytes = 512 * 1024;
const mostModules = 50;

/** Folders worth watching in a project. Throws `watcher/…` for a folder that is not there or cannot be read. */
export async function presetsFor(
  projectFolder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly FolderPreset[]> {
  await findRoot(projectFolder);
  return presetsOf(await lookAtProject(projectFolder), platform);
}

async function lookAtProject(path: string): Promise<Project> {
  const names = await readdir(path);
  const has = (name: string): boolean => names.includes(name);
  const text = (place: string): Promise<string> => readText(join(path, ...place.split('/')));
  const androidModules = await findAndroidModules(path, names);
  const places = foldersOfInterest(androidModules);
  const there = await Promise.all(places.map((place) => isFolder(join(path, ...place.split('/')))));
  return {
    path,
    androidModules,
    isFlutter: /^\s*sdk\s*:\s*flutter\b|^flutter\s*:/m.test(
      has('pubspec.yaml') ? await text('pubspec.yaml') : '',
    ),
    isReactNative: dependsOn(has('package.json') ? await text('package.json') : '', 'react-native'),
    xcode: names
      .filter((name) => /\.(xcworkspace|xcodeproj)$/.test(name))
      .toSorted()
      .reverse(),
    hasFastlane: await isFolder(join(path, 'fastlane')),
    isUnity: (await text('ProjectSettings/ProjectVersion.txt')).includes('m_EditorVersion'),
    folders: new Set(places.filter((_, index) => there[index])),
  };
}

/** Those the settings name, those of the first level, and the folder itself, as far as they make an application. */
async function findAndroidModules(path: string, names: readonly string[]): Promise<readonly string[]> {
  const isGradle = names.some((name) => /^(gradlew(\.bat)?|(settings|build)\.gradle(\.kts)?)$/.test(name));
  if (!isGradle) return [];
  const settings = (
    await Promise.all(['settings.gradle', 'settings.gradle.kts'].map((name) => readText(join(path, name))))
  ).join('\n');
  const named = [...settings.matchAll(/["']:([\w.:-]+)["']/g)].map(([, module = '']) =>
    module.replaceAll(':', '/'),
  );
  const visible = names.filter((name) => !name.startsWith('.') && !/\.[a-z]+$/.test(name));
  const candidates = ['', ...new Set([...named, ...visible])].slice(0, mostModules);
  const makes = await Promise.all(candidates.map((module) => makesApplication(join(path, module))));
  return candidates
    .filter((_, index) => makes[index])
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

const rank = (module: string): number => (module === 'app' ? 0 : 1);

/** A build file of the whole project names the plugin, too, but only says which version its modules use. */
async function makesApplication(folder: string): Promise<boolean> {
  const files = await Promise.all(
    ['build.gradle', 'build.gradle.kts'].map((name) => readText(join(folder, name))),
  );
  return files.some((text) =>
    text
      .split('\n')
      .some(
        (line) =>
          /\bandroid[.-]?application\b/i.test(line) &&
          !/apply\s*\(?\s*false/.test(line) &&
          !/classpath/.test(line),
      ),
  );
}

function dependsOn(manifest: string, name: string): boolean {
  return new RegExp(`"${name}"\\s*:\\s*"`).test(manifest);
}

/** Empty for what is not there, no file, too large or not to be read: nothing can be told from it then. */
async function readText(path: string): Promise<string> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= mostBytes ? await readFile(path, 'utf8') : '';
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return '';
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
