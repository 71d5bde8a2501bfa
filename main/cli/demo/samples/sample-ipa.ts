import { build } from 'plist';
import { iconPng } from './sample-icon.ts';
import { padding } from './sample-parts.ts';
import { writeZip } from './zip-writer.ts';

export type SampleIpa = {
  /** Bundle identifier. */
  readonly id: string;
  readonly name: string;
  /** CFBundleShortVersionString. */
  readonly versionName: string;
  /** CFBundleVersion. */
  readonly build: string;
  readonly minOs: string;
  /** Incompressible bytes added, so that the build has a size worth uploading. */
  readonly paddingBytes: number;
  /** Content of the provisioning profile; absent: the build has none. */
  readonly profile?: Buffer;
};

/** A small valid ipa: one application bundle with its property list, icon and an executable that does nothing. */
export function buildSampleIpa(sample: SampleIpa): Buffer {
  const bundle = 'Payload/Sample.app';
  const information = build({
    CFBundleIdentifier: sample.id,
    CFBundleName: sample.name,
    CFBundleDisplayName: sample.name,
    CFBundleShortVersionString: sample.versionName,
    CFBundleVersion: sample.build,
    CFBundleExecutable: 'Sample',
    CFBundlePackageType: 'APPL',
    CFBundleSupportedPlatforms: ['iPhoneOS'],
    CFBundleIcons: { CFBundlePrimaryIcon: { CFBundleIconFiles: ['AppIcon60x60'] } },
    DTPlatformName: 'iphoneos',
    LSRequiresIPhoneOS: true,
    MinimumOSVersion: sample.minOs,
    UIDeviceFamily: [1, 2],
  });
  return writeZip([
    { name: 'Payload/', data: Buffer.alloc(0), stored: true },
    { name: `${bundle}/`, data: Buffer.alloc(0), stored: true },
    { name: `${bundle}/Info.plist`, data: Buffer.from(information) },
    { name: `${bundle}/AppIcon60x60@2x.png`, data: iconPng(sample.id, 120, 'square') },
    { name: `${bundle}/AppIcon60x60@3x.png`, data: iconPng(sample.id, 180, 'square') },
    ...(sample.profile ? [{ name: `${bundle}/embedded.mobileprovision`, data: sample.profile }] : []),
    {
      name: `${bundle}/Sample`,
      data: Buffer.from('cffaedfe0c00000100000000020000000000000000000000', 'hex'),
    },
    {
      name: `${bundle}/content.bin`,
      data: padding(`${sample.id} ${sample.build}`, sample.paddingBytes),
      stored: true,
    },
  ]);
}
