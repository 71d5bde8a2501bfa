/** Apks of one release that differ in their ABIs, in their signature, or in what they are for. */
import { writeBinaryXml, type XmlElement } from '../../../main/cli/demo/samples/binary-xml.ts';
import { tinyZip } from '../../fakes/tiny-zip.ts';
import { releaseSignature } from './signed-apk.ts';

export type Variant = {
  readonly id?: string;
  readonly versionName?: string;
  readonly versionCode?: number;
  readonly abis?: readonly string[];
  readonly signed?: boolean;
  /** True for the apk that tests an app. */
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
  return tinyZip([
    { name: 'AndroidManifest.xml', data: manifest },
    ...abis.map((abi) => ({ name: `lib/${abi}/libapp.so`, data: Buffer.from(abi) })),
    ...(signed ? [{ name: 'META-INF/CERT.RSA', data: releaseSignature }] : []),
  ]);
}
