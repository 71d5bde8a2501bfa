/** Derives the name of a project from a watched folder, by the folder layouts of common build tools. Pure. */

/** Output folders of build tools, whose names do not identify the project. */
const outputFolder =
  /^(build|outputs?|apk|ipa|bundle|exports?|exported|release|debug|profile|flutter-apk|products|artifacts|dist|bin|publish|archives?|(release|debug)-(iphoneos|iphonesimulator)|net[\d.]+-(android|ios)[\d.]*)$/i;

/** Modules and platform folders that contain the application of a project. */
const mainModule =
  /^(app|application|androidApp|iosApp|composeApp|mobile|android|ios|platforms|runner|fastlane)$/i;

/** Modules with a companion application, for example for a watch. */
const furtherModule = /^(wear|wearApp|tv|automotive|watch|instant)$/i;

/** Folders of the user or system, which are not projects. */
const generalFolder =
  /^([a-z]:|users|home|root|tmp|temp|var|desktop|documents|downloads|projects?|developer|development|dev|src|code|work|workspace|git|repos|AndroidStudioProjects|StudioProjects)$/i;

const exportDate = / \d{4}-\d{2}-\d{2}([ _]\d{2}[-.]\d{2}([-.]\d{2})?)?$/;

/** Returns `TimeTracker` for `/home/ada/TimeTracker/app/build/outputs`; defaults to the last folder. */
export function projectName(path: string, home: string): string {
  const inHome = pathInHome(path, home);
  const folders = (inHome ?? path).split(/[\\/]/).filter(Boolean);
  const last = folders.at(-1) ?? path;
  const derivedData = folders.indexOf('DerivedData');
  const derived = derivedData >= 0 ? /^(.+)-[a-z]{28}$/.exec(folders[derivedData + 1] ?? '') : null;
  if (derived?.[1]) return derived[1];
  const outside = withoutOutput(folders);
  const isOutput = outside.length < folders.length;
  const project = isOutput ? withoutEnd(outside, mainModule) : outside;
  const name = project.at(-1);
  if (name === undefined || generalFolder.test(name)) return last;
  const parent = project.at(-2);
  const isFurther = isOutput && furtherModule.test(name) && parent !== undefined;
  return isFurther && !generalFolder.test(parent) ? `${parent} ${name}` : name.replace(exportDate, '');
}

/** Removes the output folder of a build tool with all folders below it, then trailing output folders. */
function withoutOutput(folders: readonly string[]): readonly string[] {
  const start = folders.findLastIndex((folder, index) => {
    const next = folders[index + 1];
    if (folder === 'build') return next === 'outputs' || next === 'app' || next === 'ios';
    if (folder === 'Build') return next === 'Products';
    return folder === 'bin' && /^(release|debug)$/i.test(next ?? '');
  });
  return withoutEnd(start > 0 ? folders.slice(0, start) : folders, outputFolder);
}

function withoutEnd(folders: readonly string[], pattern: RegExp): readonly string[] {
  return folders.slice(0, folders.findLastIndex((folder) => !pattern.test(folder)) + 1);
}

/** Returns the part of a path below the home folder; null if it is elsewhere. */
function pathInHome(path: string, home: string): string | null {
  return /^[\\/]/.test(path.slice(home.length)) && path.startsWith(home) ? path.slice(home.length) : null;
}

/** Returns the path with `~` for the home folder. */
export function displayPath(path: string, home: string): string {
  const inHome = pathInHome(path, home);
  return inHome === null ? path : `~${inHome}`;
}
