/** Folders worth watching in a project, from what lies in it. Pure. */

import { posix, win32 } from 'node:path';
import { type Message, messageOf } from '../../messages/message.ts';
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
  name: messageOf('preset/dropFolder'),
  why: messageOf('preset/dropFolderWhy'),
  place: '',
  rule: { ...everything, depth: 0 },
};

function gradle(module: string): readonly Proposal[] {
  const place = below(module, 'build/outputs');
  return [
    {
      kind: 'gradle',
      name: messageOf('preset/androidAll'),
      why: messageOf('preset/androidAllWhy', { module, place }),
      place,
      rule: gradleRule,
    },
    {
      kind: 'gradle',
      name: messageOf('preset/androidRelease'),
      why: messageOf('preset/androidReleaseWhy', { module, place }),
      place,
      rule: { ...gradleRule, include: ['release/'] },
    },
  ];
}

function flutter({ isFlutter }: Project): readonly Proposal[] {
  if (!isFlutter) return [];
  const why = (what: string, place: string): Message => messageOf('preset/flutterWhy', { what, place });
  const [apks, exported] = ['build/app/outputs/flutter-apk', 'build/ios/ipa'];
  return [
    {
      kind: 'flutter',
      name: messageOf('preset/flutterAndroid'),
      why: why('apk', apks),
      place: apks,
      rule: { ...everything, kinds: ['apk'], depth: 0 },
    },
    {
      kind: 'flutter',
      name: messageOf('preset/flutterIos'),
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
  return [
    {
      kind: 'react-native',
      name: messageOf('preset/reactNativeAndroid'),
      why: messageOf('preset/reactNativeAndroidWhy', { place }),
      place,
      rule: gradleRule,
    },
    {
      kind: 'react-native',
      name: messageOf('preset/reactNativeIos'),
      why: messageOf('preset/reactNativeIosWhy', { place: exported }),
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
    name: messageOf('preset/xcode'),
    why: messageOf('preset/xcodeWhy', { project: first, place }),
    place,
    rule: ipas,
  };
  const fastlane: Proposal = {
    kind: 'xcode',
    name: messageOf('preset/fastlane'),
    why: messageOf('preset/fastlaneWhy', { project: first }),
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
      name: messageOf('preset/unity'),
      why: messageOf('preset/unityWhy', { place }),
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
