/** Builds with icons of every kind. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'plist';
import { readIcon } from '../../../main/packages/icon.ts';
import type { PackageIcon } from '../../../main/packages/images/image.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeBinaryXml, type XmlElement } from '../../fixtures/builds/binary-xml.ts';
import {
  resourceId,
  type TableConfiguration,
  type TableType,
  type TableValue,
  writeResourceTable,
} from '../../fixtures/builds/resource-table.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';

type Reference = { readonly reference: number };
type Icons = Readonly<Partial<Record<'icon' | 'roundIcon' | 'logo' | 'banner', Reference>>>;

export type IconApk = {
  /** Drawables by key. The reference of the n-th one is `drawable(n)`, counted from 0. */
  readonly drawables: Readonly<Record<string, readonly TableValue[]>>;
  readonly application?: Icons;
  readonly activity?: Icons;
  readonly files?: Readonly<Record<string, Buffer>>;
};

export function drawable(index: number): Reference {
  return { reference: resourceId(0, index) };
}

export function iconApk({
  drawables,
  application = { icon: drawable(0) },
  activity = {},
  files = {},
}: IconApk): Buffer {
  const id = 'dev.example.icons';
  const table: readonly TableType[] = [{ name: 'drawable', entries: drawables }];
  return writeZip([
    { name: 'AndroidManifest.xml', data: manifest(id, application, activity) },
    { name: 'resources.arsc', data: writeResourceTable(id, table), stored: true },
    ...Object.entries(files).map(([name, data]) => ({ name, data })),
  ]);
}

function manifest(id: string, application: Icons, activity: Icons): Buffer {
  const filter: XmlElement = {
    tag: 'intent-filter',
    children: [
      { tag: 'action', android: { name: 'android.intent.action.MAIN' } },
      { tag: 'category', android: { name: 'android.intent.category.LAUNCHER' } },
    ],
  };
  const main: XmlElement = {
    tag: 'activity',
    android: { name: `${id}.Main`, ...activity },
    children: [filter],
  };
  return writeBinaryXml({
    tag: 'manifest',
    plain: { package: id },
    children: [{ tag: 'application', android: application, children: [main] }],
  });
}

/** Returns a resource value that refers to a file, for all configurations or only for `when`. */
export function file(path: string, when?: TableConfiguration): TableValue {
  return when ? { is: path, when } : { is: path };
}

export const anyDensity: TableConfiguration = { density: 'any', sdk: 26 };

/** Compiles an adaptive icon with these layers. */
export function adaptive(layers: Readonly<Record<string, Reference>>): Buffer {
  return writeBinaryXml({
    tag: 'adaptive-icon',
    children: Object.entries(layers).map(([tag, reference]) => ({ tag, android: { drawable: reference } })),
  });
}

/** Builds an ipa with this Info.plist and these additional files in the app. */
export function iconIpa(list: object, files: Readonly<Record<string, Buffer>> = {}): Buffer {
  const information = build({ CFBundleIdentifier: 'dev.example.icons', CFBundleVersion: '1', ...list });
  return writeZip([
    { name: 'Payload/A.app/Info.plist', data: Buffer.from(information) },
    ...Object.entries(files).map(([name, data]) => ({ name: `Payload/A.app/${name}`, data })),
  ]);
}

/** Returns Info.plist entries that declare a primary icon. */
export function primaryIcon(names: readonly string[], rest: object = {}): object {
  return { CFBundleIcons: { CFBundlePrimaryIcon: { CFBundleIconFiles: names, ...rest } } };
}

/** Writes the bytes to a temporary file and reads its icon. */
export async function iconOf(bytes: Buffer): Promise<PackageIcon | null> {
  const path = join(await temporaryFolder(), 'build');
  await writeFile(path, bytes);
  return readIcon(path);
}
