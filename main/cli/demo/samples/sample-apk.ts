import { createHash } from 'node:crypto';
import { writeBinaryXml } from './binary-xml.ts';
import { resourceId, type TableType, writeResourceTable } from './resource-table.ts';
import { iconPng } from './sample-icon.ts';
import { padding } from './sample-parts.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

export type SampleApk = {
  /** Package name. */
  readonly id: string;
  readonly label: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly minSdk: number;
  readonly targetSdk: number;
  /** Incompressible bytes added, so that the build has a size worth uploading. */
  readonly paddingBytes: number;
};

/** The icon in pixels, by the density of the screen it is for. */
const iconSides = { mdpi: { density: 160, side: 48 }, xxhdpi: { density: 480, side: 144 } } as const;
const iconPath = (density: string): string => `res/mipmap-${density}-v4/ic_launcher.png`;
const iconId = resourceId(0);
const labelId = resourceId(1);

/** A small valid apk: binary manifest, resource table, icons and the frame of a signature (v1 and v2). Not signed by anyone. */
export function buildSampleApk(sample: SampleApk): Buffer {
  const content: readonly ZipEntry[] = [
    { name: 'AndroidManifest.xml', data: manifest(sample) },
    { name: 'resources.arsc', data: writeResourceTable(sample.id, resources(sample)), stored: true },
    ...Object.entries(iconSides).map(([density, { side }]) => ({
      name: iconPath(density),
      data: iconPng(sample.id, side, 'rounded'),
      stored: true,
    })),
    { name: 'classes.dex', data: Buffer.from('dex\n035\0', 'latin1') },
    {
      name: 'assets/content.bin',
      data: padding(`${sample.id} ${sample.versionCode}`, sample.paddingBytes),
      stored: true,
    },
  ];
  const listing = signatureListing(content);
  const signed = [
    ...content,
    { name: 'META-INF/MANIFEST.MF', data: listing },
    { name: 'META-INF/CERT.SF', data: listing },
    { name: 'META-INF/CERT.RSA', data: emptySignature },
  ];
  return writeZip(signed, emptySigningBlock());
}

/** An APK Signing Block with a signature of scheme v2 that has no signers. */
function emptySigningBlock(): Buffer {
  const block = Buffer.alloc(48);
  const sizeAfterItself = BigInt(block.length - 8);
  block.writeBigUInt64LE(sizeAfterItself, 0);
  block.writeBigUInt64LE(8n, 8);
  block.writeUInt32LE(0x7109871a, 16);
  block.writeBigUInt64LE(sizeAfterItself, 24);
  block.write('APK Sig Block 42', 32, 'latin1');
  return block;
}

/** A CMS message of the kind “signed data” (RFC 5652) with nothing in it. */
const emptySignature = Buffer.from('300b06092a864886f70d010702', 'hex');

function resources({ label }: SampleApk): readonly TableType[] {
  const icons = Object.entries(iconSides).map(([name, { density }]) => ({
    is: iconPath(name),
    when: { density, sdk: 4 },
  }));
  return [
    { name: 'mipmap', entries: { ic_launcher: icons } },
    { name: 'string', entries: { app_name: [{ is: label }] } },
  ];
}

function manifest(sample: SampleApk): Buffer {
  const launcher = {
    tag: 'intent-filter',
    children: [
      { tag: 'action', android: { name: 'android.intent.action.MAIN' } },
      { tag: 'category', android: { name: 'android.intent.category.LAUNCHER' } },
    ],
  };
  return writeBinaryXml({
    tag: 'manifest',
    plain: { package: sample.id },
    android: { versionCode: sample.versionCode, versionName: sample.versionName },
    children: [
      { tag: 'uses-sdk', android: { minSdkVersion: sample.minSdk, targetSdkVersion: sample.targetSdk } },
      {
        tag: 'application',
        android: { label: { reference: labelId }, icon: { reference: iconId } },
        children: [
          {
            tag: 'activity',
            android: { name: `${sample.id}.MainActivity`, exported: true },
            children: [launcher],
          },
        ],
      },
    ],
  });
}

function signatureListing(entries: readonly ZipEntry[]): Buffer {
  const sections = entries.map(
    ({ name, data }) =>
      `Name: ${name}\r\nSHA-256-Digest: ${createHash('sha256').update(data).digest('base64')}\r\n\r\n`,
  );
  return Buffer.from(`Manifest-Version: 1.0\r\n\r\n${sections.join('')}`);
}
