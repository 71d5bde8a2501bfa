import { withoutTrailingSlash } from '../../base/trim-end.ts';
import { mappingPath } from '../mapping/mapping-file.ts';
import { androidImagesFolder } from './sender-id.ts';
import { wavHeadBytes } from './wav.ts';
import type { FileFact, Workspace } from './workspace.ts';

export type SoundFact = {
  /** Relative to the workspace. */
  readonly path: string;
  readonly name: string;
  readonly isFile: boolean;
  readonly head: Uint8Array;
  readonly size: number;
};

export type WorkspaceFacts = {
  readonly mapping: FileFact;
  readonly project: FileFact;
  readonly entitlements: FileFact;
  readonly manifest: FileFact;
  /** Null if the folder does not exist. */
  readonly sounds: readonly SoundFact[] | null;
  /** Null if there is no images folder. */
  readonly images: ImagesFact | null;
};

export type ImagesFact = {
  readonly folder: string;
  /** Path of one file per picture name. Names omit extension and density. */
  readonly pictures: ReadonlyMap<string, string>;
};

export const workspacePaths = {
  mapping: mappingPath,
  entitlements: 'config/iOS/app.entitlements',
  manifest: 'config/Android/AndroidManifest.xml',
  sounds: 'config/resources',
  projects: ['config/project.json', 'project.json'],
  images: ['images/Android', 'images'],
} as const;

export async function collectFacts(workspace: Workspace): Promise<WorkspaceFacts> {
  const project = await firstExisting(workspace, workspacePaths.projects);
  return {
    project,
    mapping: await workspace.read(workspacePaths.mapping),
    entitlements: await workspace.read(workspacePaths.entitlements),
    manifest: await workspace.read(workspacePaths.manifest),
    sounds: await gatherSounds(workspace),
    images: await gatherImages(workspace, project),
  };
}

async function firstExisting(workspace: Workspace, paths: readonly [string, ...string[]]): Promise<FileFact> {
  const facts = await Promise.all(paths.map(workspace.read));
  return facts.find(({ kind }) => kind !== 'missing') ?? workspace.read(paths[0]);
}

/** Exceeds the number of sounds in any app. Further sounds are ignored. */
const maxSounds = 500;

async function gatherSounds(workspace: Workspace): Promise<readonly SoundFact[] | null> {
  const entries = await workspace.list(workspacePaths.sounds);
  if (!entries) return null;
  const found: SoundFact[] = [];
  for (const { name } of entries.slice(0, maxSounds)) {
    const path = `${workspacePaths.sounds}/${name}`;
    const read = await workspace.readHead(path, wavHeadBytes);
    found.push({ path, name, isFile: read !== null, ...(read ?? { head: new Uint8Array(), size: 0 }) });
  }
  return found;
}

async function gatherImages(workspace: Workspace, project: FileFact): Promise<ImagesFact | null> {
  const declared =
    project.kind === 'file' && project.text !== null ? androidImagesFolder(project.text) : null;
  const own = withoutTrailingSlash(declared?.replaceAll('\\', '/').replace(/^\.?\/+/, '') ?? '');
  for (const folder of own === '' ? workspacePaths.images : [own, ...workspacePaths.images]) {
    if (await workspace.list(folder)) return { folder, pictures: await picturesIn(workspace, folder) };
  }
  return null;
}

const maxDepth = 6;
const maxEntries = 20_000;
const picture = /\.(png|jpe?g|gif|webp|svg|bmp|xml)$/i;

async function picturesIn(workspace: Workspace, top: string): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  const waiting = [{ folder: top, depth: 0 }];
  for (let seen = 0, next = waiting.shift(); next && seen < maxEntries; next = waiting.shift()) {
    const { folder, depth } = next;
    for (const { name, isFile } of (await workspace.list(folder)) ?? []) {
      seen += 1;
      const path = `${folder}/${name}`;
      if (!isFile && depth < maxDepth) waiting.push({ folder: path, depth: depth + 1 });
      if (isFile && picture.test(name) && !pictures.has(plainName(name))) pictures.set(plainName(name), path);
    }
  }
  return pictures;
}

/** Returns `bell` for `bell.png`, `bell.9.png` and `bell@2x.png`. */
function plainName(name: string): string {
  return name.replace(picture, '').replace(/\.9$/, '').replace(/@\dx$/, '');
}
