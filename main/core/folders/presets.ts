/** Folders worth watching in a project, from what lies in it. Pure. */
import { posix, win32 } from 'node:path';
import type { FolderPreset } from '../view.ts';

/** What was found in a project folder; paths are relative to it, with `/`. */
export type Project = {
  /** Absolute. */
  readonly path: string;
  /** Folders of Gradle modules that make an Android application; `''` for the project itself. */
  readonly androidModules: readonly string[];
  readonly isFlutter: boolean;
  readonly isReactNative: boolean;
  /** Xcode projects and workspaces. */
  readonly xcode: readonly string[];
  /** fastlane puts builds into the project folder itself. */
  readonly hasFastlane: boolean;
  readonly isUnity: boolean;
  /** Those of `foldersOfInterest` that are there. */
  readonly folders: ReadonlySet<string>;
};

type Proposal = Omit<FolderPreset, 'path' | 'exists'> & { readonly place: string };

/** Where tools and people have Xcode export to. */
const exportFolders = ['build/ipa', 'build/export', 'export', 'Export', 'build'];
const unityFolders = ['Builds', 'Build', 'build'];

const everything = {
  kinds: ['apk', 'ipa'],
  include: [],
  exclude: [],
  depth: null,
} satisfies FolderPreset['rule'];
/** Builds nobody can install, or that only test the application. */
const gradleRule = {
  ...everything,
  kinds: ['apk'],
  exclude: ['*-unsigned.apk', '*-unaligned.apk', '*-androidTest.apk', 'androidTest/'],
} satisfies FolderPreset['rule'];
const ipas = { ...everything, kinds: ['ipa'] } satisfies FolderPreset['rule'];

/** Relative paths whose being there decides between proposals. */
export function foldersOfInterest(modules: readonly string[]): readonly string[] {
  return [
    ...modules.map((module) => below(module, 'build/outputs')),
    ...exportFolders,
    ...exportFolders.map((folder) => `ios/${folder}`),
    ...unityFolders,
    'build/app/outputs/flutter-apk',
    'build/ios/ipa',
    'android/app/build/outputs',
  ];
}

/** Best first; the folder itself as a drop folder comes last. Folders that are not there yet are proposed, too. */
export function presetsOf(project: Project, platform: NodeJS.Platform): readonly FolderPreset[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const proposals = [
    ...flutter(project),
    ...reactNative(project),
    ...project.androidModules.flatMap(gradle),
    ...xcode(project),
    ...unity(project),
    drop,
  ];
  return proposals.map(({ place, ...proposal }) => ({
    ...proposal,
    path: place === '' ? project.path : join(project.path, ...place.split('/')),
    exists: place === '' || project.folders.has(place),
  }));
}

const drop: Proposal = {
  kind: 'drop',
  name: 'Drop folder',
  why: 'Every build that is put into this very folder is taken; folders below it are not looked into.',
  place: '',
  rule: { ...everything, depth: 0 },
};

function gradle(module: string): readonly Proposal[] {
  const place = below(module, 'build/outputs');
  const what = module === '' ? 'This folder' : `The module ${module}`;
  return [
    {
      kind: 'gradle',
      name: 'Android, every build',
      why: `${what} is an Android application: Gradle leaves the apks of all build types and flavours in ${place}. Unsigned apks and those of tests are left out.`,
      place,
      rule: gradleRule,
    },
    {
      kind: 'gradle',
      name: 'Android, release builds',
      why: `${what} is an Android application: only what Gradle leaves in a folder named release below ${place} is taken, of every flavour.`,
      place,
      rule: { ...gradleRule, include: ['release/'] },
    },
  ];
}

function flutter({ isFlutter }: Project): readonly Proposal[] {
  if (!isFlutter) return [];
  const why = (what: string, place: string): string =>
    `pubspec.yaml makes this a Flutter project: “flutter build ${what}” leaves its builds in ${place}.`;
  const [apks, exported] = ['build/app/outputs/flutter-apk', 'build/ios/ipa'];
  return [
    {
      kind: 'flutter',
      name: 'Flutter, Android',
      why: why('apk', apks),
      place: apks,
      rule: { ...everything, kinds: ['apk'], depth: 0 },
    },
    {
      kind: 'flutter',
      name: 'Flutter, iOS',
      why: why('ipa', exported),
      place: exported,
      rule: { ...ipas, depth: 0 },
    },
  ];
}

function reactNative({ isReactNative, folders }: Project): readonly Proposal[] {
  if (!isReactNative) return [];
  const place = 'android/app/build/outputs';
  const exported = firstThere(
    exportFolders.map((folder) => `ios/${folder}`),
    folders,
    'ios/build',
  );
  const why = 'package.json names react-native:';
  return [
    {
      kind: 'react-native',
      name: 'React Native, Android',
      why: `${why} Gradle leaves the apks in ${place}. Unsigned apks and those of tests are left out.`,
      place,
      rule: gradleRule,
    },
    {
      kind: 'react-native',
      name: 'React Native, iOS',
      why: `${why} export the archive to ${exported}, and every ipa in it is taken.`,
      place: exported,
      rule: ipas,
    },
  ];
}

function xcode({ xcode: [first], hasFastlane, folders }: Project): readonly Proposal[] {
  if (first === undefined) return [];
  const place = firstThere(exportFolders, folders, 'build');
  const exported: Proposal = {
    kind: 'xcode',
    name: 'Xcode, exported archives',
    why: `${first} is here: export archives to ${place} (xcodebuild -exportArchive -exportPath), and every ipa in it is taken.`,
    place,
    rule: ipas,
  };
  const fastlane: Proposal = {
    kind: 'xcode',
    name: 'Xcode, builds of fastlane',
    why: `${first} and a folder fastlane are here: unless told otherwise, fastlane leaves its ipa in the project folder itself.`,
    place: '',
    rule: { ...ipas, depth: 0 },
  };
  return hasFastlane ? [exported, fastlane] : [exported];
}

function unity({ isUnity, folders }: Project): readonly Proposal[] {
  if (!isUnity) return [];
  const place = firstThere(unityFolders, folders, 'Builds');
  return [
    {
      kind: 'unity',
      name: 'Unity',
      why: `ProjectSettings/ProjectVersion.txt makes this a Unity project: builds are usually made in ${place}.`,
      place,
      rule: { ...everything, exclude: ['*_DoNotShip/', '*_ButDontShipItWithYourGame/'] },
    },
  ];
}

function firstThere(places: readonly string[], there: ReadonlySet<string>, otherwise: string): string {
  return places.find((place) => there.has(place)) ?? otherwise;
}

function below(folder: string, place: string): string {
  return folder === '' ? place : `${folder}/${place}`;
}
