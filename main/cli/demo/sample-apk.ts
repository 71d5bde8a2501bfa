import { createHash } from 'node:crypto';
import { writeBinaryManifest } from './binary-manifest.ts';
import { drawableIconId, stringLabelId, writeResourceTable } from './resource-table.ts';
import { iconPng, padding } from './sample-parts.ts';
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

const iconPath = 'res/drawable/icon.png';

/** A small valid apk: binary manifest, resource table, icon and the listing of a signature. Not signed by anyone. */
export function buildSampleApk(sample: SampleApk): Buffer {
  const content: readonly ZipEntry[] = [
    { name: 'AndroidManifest.xml', data: manifest(sample) },
    { name: 'resources.arsc', data: writeResourceTable(sample.id, iconPath, sample.label), stored: true },
    { name: iconPath, data: iconPng(sample.id, 48), stored: true },
    { name: 'classes.dex', data: Buffer.from('dex\n035\0', 'latin1') },
    {
      name: 'assets/content.bin',
      data: padding(`${sample.id} ${sample.versionCode}`, sample.paddingBytes),
      stored: true,
    },
  ];
  const listing = signatureListing(content);
  return writeZip([
    ...content,
    { name: 'META-INF/MANIFEST.MF', data: listing },
    { name: 'META-INF/CERT.SF', data: listing },
    { name: 'META-INF/CERT.RSA', data: emptySignature },
  ]);
}

/** A CMS message of the kind “signed data” (RFC 5652) with nothing in it. */
const emptySignature = Buffer.from('300b06092a864886f70d010702', 'hex');

function manifest(sample: SampleApk): Buffer {
  const launcher = {
    tag: 'intent-filter',
    children: [
      { tag: 'action', android: { name: 'android.intent.action.MAIN' } },
      { tag: 'category', android: { name: 'android.intent.category.LAUNCHER' } },
    ],
  };
  return writeBinaryManifest({
    tag: 'manifest',
    plain: { package: sample.id },
    android: { versionCode: sample.versionCode, versionName: sample.versionName },
    children: [
      { tag: 'uses-sdk', android: { minSdkVersion: sample.minSdk, targetSdkVersion: sample.targetSdk } },
      {
        tag: 'application',
        android: { label: { reference: stringLabelId }, icon: { reference: drawableIconId } },
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
