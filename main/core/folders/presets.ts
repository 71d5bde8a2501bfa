/** Proposes folders to watch in a project. Pure. */

import { posix, win32 } from 'node:path';
import { messageOf } from '../../messages/message.ts';
import type { FolderPreset } from '../views/folders.ts';

/** Contents of the project folder `path`. Other paths are relative to `path`, with `/` separators. */
export type Project = {
  readonly path: string;
  /** Gradle modules that build an Android application; `''` is the project itself. */
  readonly androidModules: readonly string[];
  /** Toolkits and the files that identify them. */
  readonly toolkits: ReadonlyMap<Toolkit, string>;
  /** Folders of .NET projects for phones. */
  readonly dotnetProjects: readonly string[];
  readonly godotExports: readonly string[];
  readonly xcode: readonly string[];
  /** fastlane writes builds to the project folder itself. */
  readonly hasFastlane: boolean;
  /** Folders among `candidateFolders` that exist. */
  readonly folders: ReadonlySet<string>;
};

export type Toolkit = keyof typeof toolkits;

type Proposal = Omit<FolderPreset, 'path' | 'exists'> & { readonly folder: string };

const exportFolders = ['build/ipa', 'build/export', 'export', 'Export', 'build'];

const allBuilds = {
  kinds: ['apk', 'ipa'],
  include: [],
  exclude: [],
  depth: null,
} satisfies FolderPreset['rule'];
/** Excludes test apks and builds that cannot be installed. */
const gradleRule = {
  ...allBuilds,
  kinds: ['apk'],
  exclude: ['*-unsigned.apk', '*-unaligned.apk', '*-androidTest.apk', 'androidTest/'],
} satisfies FolderPreset['rule'];
const ipas = { ...allBuilds, kinds: ['ipa'] } satisfies FolderPreset['rule'];

/** Output folders of each toolkit. `presetsOf` proposes the first that exists, or else the last. */
const toolkits = {
  flutter: {
    name: 'Flutter',
    android: ['build/app/outputs/flutter-apk'],
    ios: ['build/ios/ipa'],
    others: [],
  },
  'react-native': gradleAndXcode('React Native', 'android/app', 'ios'),
  capacitor: gradleAndXcode('Capacitor', 'android/app', 'ios/App'),
  cordova: {
    name: 'Cordova',
    android: ['platforms/android/app/build/outputs'],
    ios: ['platforms/ios/build'],
    others: [],
  },
  nativescript: {
    name: 'NativeScript',
    android: ['platforms/android/app/build/outputs'],
    ios: ['platforms/ios/build'],
    others: [],
  },
  unity: { name: 'Unity', android: [], ios: [], others: ['Build', 'build', 'Builds'] },
} satisfies Record<string, ToolkitFolders>;

type ToolkitFolders = {
  readonly name: string;
  readonly android: readonly string[];
  readonly ios: readonly string[];
  /** Folders with builds for several platforms. */
  readonly others: readonly string[];
};

function gradleAndXcode(name: string, module: string, xcodeFolder: string): ToolkitFolders {
  const ios = exportFolders.map((folder) => below(xcodeFolder, folder));
  return { name, android: [`${module}/build/outputs`], ios, others: [] };
}

export function candidateFolders(
  found: Pick<Project, 'androidModules' | 'dotnetProjects' | 'godotExports'>,
): readonly string[] {
  return [
    ...found.androidModules.flatMap((module) => [below(module, 'build/outputs'), below(module, 'release')]),
    ...found.dotnetProjects.map((project) => below(project, 'bin')),
    ...found.godotExports,
    ...exportFolders,
    ...Object.values(toolkits).flatMap(({ android, ios, others }) => [...android, ...ios, ...others]),
  ];
}

/** Returns suggested watch folders, best first, even if missing. The last is the project folder itself. */
export function presetsOf(project: Project, platform: NodeJS.Platform): readonly FolderPreset[] {
  const { join, basename } = platform === 'win32' ? win32 : posix;
  const name = basename(project.path);
  const proposals = [
    ...[...project.toolkits].flatMap(([toolkit, mark]) => toolkitProposals(project, toolkit, mark)),
    ...project.dotnetProjects.map(dotnet),
    ...project.godotExports.map(godot),
    ...project.androidModules.flatMap((module) => gradle(module, name, project.androidModules.length > 1)),
    ...xcode(project, name),
    drop,
  ];
  return proposals.map(({ folder, ...proposal }) => ({
    ...proposal,
    path: folder === '' ? project.path : join(project.path, ...folder.split('/')),
    exists: folder === '' || project.folders.has(folder),
  }));
}

const drop: Proposal = {
  kind: 'drop',
  name: messageOf('preset/dropFolder'),
  reason: messageOf('preset/dropFolderWhy'),
  folder: '',
  rule: { ...allBuilds, depth: 0 },
};

function gradle(module: string, project: string, isOneOfSeveral: boolean): readonly Proposal[] {
  const names = { project, module: isOneOfSeveral ? module : '' };
  const relativePath = below(module, 'build/outputs');
  return [
    {
      kind: 'gradle',
      name: messageOf('preset/androidAll', names),
      reason: messageOf('preset/androidAllWhy', { module, folder: relativePath }),
      folder: relativePath,
      rule: gradleRule,
    },
    {
      kind: 'gradle',
      name: messageOf('preset/androidRelease', names),
      reason: messageOf('preset/androidReleaseWhy', { module, folder: relativePath }),
      folder: relativePath,
      rule: { ...gradleRule, include: ['release/'] },
    },
    {
      kind: 'gradle',
      name: messageOf('preset/androidExported', names),
      reason: messageOf('preset/androidExportedWhy', { folder: below(module, 'release') }),
      folder: below(module, 'release'),
      rule: gradleRule,
    },
  ];
}

function toolkitProposals({ folders }: Project, kind: Toolkit, markerFile: string): readonly Proposal[] {
  const { name: tool, android, ios, others } = toolkits[kind];
  const proposal = (candidates: readonly string[], system: string, rule: Proposal['rule']): Proposal[] => {
    const folder = existingOrLast(candidates, folders);
    if (folder === undefined) return [];
    return [
      {
        kind,
        name: messageOf('preset/toolkit', { tool, system }),
        reason: messageOf('preset/toolkitWhy', { mark: markerFile, tool, folder }),
        folder,
        rule,
      },
    ];
  };
  return [
    ...proposal(android, 'Android', gradleRule),
    ...proposal(ios, 'iOS', ipas),
    ...proposal(others, '', { ...allBuilds, exclude: ['*_DoNotShip/', '*_ButDontShipItWithYourGame/'] }),
  ];
}

/** A .NET build writes an unsigned apk beside the signed one. */
function dotnet(project: string): Proposal {
  const folder = below(project, 'bin');
  return {
    kind: 'dotnet',
    name: messageOf('preset/toolkit', { tool: '.NET', system: '' }),
    reason: messageOf('preset/toolkitWhy', { mark: '.csproj', tool: '.NET', folder }),
    folder,
    rule: { ...allBuilds, include: ['*-Signed.apk', '*.ipa'] },
  };
}

function godot(folder: string): Proposal {
  return {
    kind: 'godot',
    name: messageOf('preset/toolkit', { tool: 'Godot', system: '' }),
    reason: messageOf('preset/toolkitWhy', {
      mark: 'export_presets.cfg',
      tool: 'Godot',
      folder: folder || '.',
    }),
    folder,
    rule: { ...allBuilds, depth: 0 },
  };
}

function xcode({ xcode: [first], hasFastlane, folders }: Project, project: string): readonly Proposal[] {
  if (first === undefined) return [];
  const folder = existingOrLast(exportFolders, folders) ?? '';
  const exported: Proposal = {
    kind: 'xcode',
    name: messageOf('preset/xcode', { project }),
    reason: messageOf('preset/xcodeWhy', { project: first, folder }),
    folder,
    rule: ipas,
  };
  const fastlane: Proposal = {
    kind: 'xcode',
    name: messageOf('preset/fastlane', { project }),
    reason: messageOf('preset/fastlaneWhy', { project: first }),
    folder: '',
    rule: { ...ipas, depth: 0 },
  };
  return hasFastlane ? [exported, fastlane] : [exported];
}

function existingOrLast(candidates: readonly string[], existing: ReadonlySet<string>): string | undefined {
  return candidates.find((folder) => existing.has(folder)) ?? candidates.at(-1);
}

function below(parent: string, folder: string): string {
  return parent === '' ? folder : `${parent}/${folder}`;
}
