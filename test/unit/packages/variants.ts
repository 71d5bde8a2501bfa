/** Apks of one release that differ in ABIs, signature or purpose. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBinaryXml, type XmlElement } from '../../fixtures/builds/binary-xml.ts';
import { storedZip } from '../../fixtures/builds/zip-writer.ts';
import { classes, releaseSignature } from './signed-apk.ts';

export type Variant = {
  readonly id?: string;
  readonly versionName?: string;
  readonly versionCode?: number;
  readonly abis?: readonly string[];
  readonly signed?: boolean;
  /** True for an apk that contains instrumentation tests. */
  readonly instrumentation?: boolean;
};

export function variantApk({
  id = 'dev.example.variant',
  versionName = '1.0',
  versionCode = 1,
  abis = [],
  signed = true,
  instrumentation = false,
}: Variant = {}): Buffer {
  const children: XmlElement[] = [
    { tag: 'uses-sdk', android: { minSdkVersion: 24, targetSdkVersion: 29 } },
    { tag: 'application' },
    ...(instrumentation ? [{ tag: 'instrumentation', android: { name: 'a.Runner' } }] : []),
  ];
  const manifest = writeBinaryXml({
    tag: 'manifest',
    plain: { package: id },
    android: { versionName, versionCode },
    children,
  });
  return storedZip([
    { name: 'AndroidManifest.xml', data: manifest },
    classes,
    ...abis.map((abi) => ({ name: `lib/${abi}/libapp.so`, data: Buffer.from(abi) })),
    ...(signed ? [{ name: 'META-INF/CERT.RSA', data: releaseSignature }] : []),
  ]);
}

/** Apks of one release with the file names and version codes that Gradle uses for ABI splits. */
export const splits = {
  'app-arm64-v8a.apk': { abis: ['arm64-v8a'], versionCode: 2001 },
  'app-armeabi-v7a.apk': { abis: ['armeabi-v7a'], versionCode: 1001 },
  'app-x86_64.apk': { abis: ['x86_64'], versionCode: 4001 },
} satisfies Record<string, Variant>;
export const universal = { 'app-universal.apk': { abis: ['arm64-v8a', 'armeabi-v7a', 'x86_64'] } };
/** A release whose apks run only on x86. */
export const foreign = { 'app-x86.apk': { abis: ['x86'] }, 'app-x86_64.apk': { abis: ['x86_64'] } };

/** Writes each apk atomically. */
export async function writeVariants(
  folder: string,
  builds: Readonly<Record<string, Variant>>,
): Promise<void> {
  for (const [name, variant] of Object.entries(builds)) {
    await writeFile(join(folder, `.${name}.part`), variantApk(variant));
    await rename(join(folder, `.${name}.part`), join(folder, name));
  }
}
