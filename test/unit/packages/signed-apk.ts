/** Apks with well-formed signatures, which no code verifies. */
import { writeBinaryXml } from '../../fixtures/builds/binary-xml.ts';
import { storedZip, type ZipEntry } from '../../fixtures/builds/zip-writer.ts';

/** Self-signed, valid until 2051, with the subject `C=US, O=Android, CN=Android Debug`. */
export const debugCertificate = Buffer.from(
  [
    'MIIBszCCAVigAwIBAgIBUTAKBggqhkjOPQQDAjA3MQswCQYDVQQGEwJVUzEQMA4GA1UECgwHQW5kcm9pZDEWMBQGA1UEAwwN',
    'QW5kcm9pZCBEZWJ1ZzAgFw0yNjExMjExMzQ3NDdaGA8yMDUxMDcxMzEzNDc0N1owNzELMAkGA1UEBhMCVVMxEDAOBgNVBAoM',
    'B0FuZHJvaWQxFjAUBgNVBAMMDUFuZHJvaWQgRGVidWcwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARoMsKbwtKYDRoHEJ9d',
    'hpP5qE4gtJTzwx+851eindMPhynkWrjxzJkst0MroBAZRzvPf5dlRCgIg5x27sx2ZLOyo1MwUTAdBgNVHQ4EFgQUljGVxVG8',
    'ngxgkap6wfo7Xm8DPm4wHwYDVR0jBBgwFoAUljGVxVG8ngxgkap6wfo7Xm8DPm4wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjO',
    'PQQDAgNJADBGAiEAgZy1lkzqYiBwhJapt0x5wNOz+wqqCkvxByOUVTb0x7sCIQDRnE0kCXAX57wkag3KiF2gzAzJrZku4KTb',
    'aWaEPgtDww==',
  ].join(''),
  'base64',
);

/** Self-signed, until 2051: `O=Example Apps, CN=Release`. */
export const releaseCertificate = Buffer.from(
  [
    'MIIBmDCCAT2gAwIBAgICEjQwCgYIKoZIzj0EAwIwKTEVMBMGA1UECgwMRXhhbXBsZSBBcHBzMRAwDgYDVQQDDAdSZWxlYXNl',
    'MCAXDTI2MTEyMTEzNDc0N1oYDzIwNTEwNzEzMTM0NzQ3WjApMRUwEwYDVQQKDAxFeGFtcGxlIEFwcHMxEDAOBgNVBAMMB1Jl',
    'bGVhc2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATFAtZ2fu3/ekYxa0jFAMM/7HoU8K5bSIAodzfT6HgA6NxSL2rMnsku',
    'Q2wa99XYQii46NOEdQq/2ZjJi1vMjEMOo1MwUTAdBgNVHQ4EFgQUDVS1Rc3PBPDTc1C6NqmZLeF8xzYwHwYDVR0jBBgwFoAU',
    'DVS1Rc3PBPDTc1C6NqmZLeF8xzYwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA4JI1gOletDz6KHjFbn3S',
    'CSTrU39Fam/1cPoNbzq1n8ICIQCegWtqBpmWNywMkuirklTdgw86v9OccOdEAP14U0/feQ==',
  ].join(''),
  'base64',
);

/** A CMS message signed with the release key. It also contains the unused debug certificate. */
export const releaseSignature = Buffer.from(
  [
    'MIIEJQYJKoZIhvcNAQcCoIIEFjCCBBICAQExDTALBglghkgBZQMEAgEwCwYJKoZIhvcNAQcBoIIDUzCCAZgwggE9oAMCAQIC',
    'AhI0MAoGCCqGSM49BAMCMCkxFTATBgNVBAoMDEV4YW1wbGUgQXBwczEQMA4GA1UEAwwHUmVsZWFzZTAgFw0yNjExMjExMzQ3',
    'NDdaGA8yMDUxMDcxMzEzNDc0N1owKTEVMBMGA1UECgwMRXhhbXBsZSBBcHBzMRAwDgYDVQQDDAdSZWxlYXNlMFkwEwYHKoZI',
    'zj0CAQYIKoZIzj0DAQcDQgAExQLWdn7t/3pGMWtIxQDDP+x6FPCuW0iAKHc30+h4AOjcUi9qzJ7JLkNsGvfV2EIouOjThHUK',
    'v9mYyYtbzIxDDqNTMFEwHQYDVR0OBBYEFA1UtUXNzwTw03NQujapmS3hfMc2MB8GA1UdIwQYMBaAFA1UtUXNzwTw03NQujap',
    'mS3hfMc2MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAOCSNYDpXrQ8+ih4xW590gkk61N/RWpv9XD6DW86',
    'tZ/CAiEAnoFragaZljcsDJLoq5JU3YMPOr/TnHDnRAD9eFNP33kwggGzMIIBWKADAgECAgFRMAoGCCqGSM49BAMCMDcxCzAJ',
    'BgNVBAYTAlVTMRAwDgYDVQQKDAdBbmRyb2lkMRYwFAYDVQQDDA1BbmRyb2lkIERlYnVnMCAXDTI2MTEyMTEzNDc0N1oYDzIw',
    'NTEwNzEzMTM0NzQ3WjA3MQswCQYDVQQGEwJVUzEQMA4GA1UECgwHQW5kcm9pZDEWMBQGA1UEAwwNQW5kcm9pZCBEZWJ1ZzBZ',
    'MBMGByqGSM49AgEGCCqGSM49AwEHA0IABGgywpvC0pgNGgcQn12Gk/moTiC0lPPDH7znV6Kd0w+HKeRauPHMmSy3QyugEBlH',
    'O89/l2VEKAiDnHbuzHZks7KjUzBRMB0GA1UdDgQWBBSWMZXFUbyeDGCRqnrB+jtebwM+bjAfBgNVHSMEGDAWgBSWMZXFUbye',
    'DGCRqnrB+jtebwM+bjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCBnLWWTOpiIHCElqm3THnA07P7CqoK',
    'S/EHI5RVNvTHuwIhANGcTSQJcBfnvCRqDcqIXaDMDMmtmS7gpNtpZoQ+C0PDMYGZMIGWAgEBMC8wKTEVMBMGA1UECgwMRXhh',
    'bXBsZSBBcHBzMRAwDgYDVQQDDAdSZWxlYXNlAgISNDALBglghkgBZQMEAgEwCgYIKoZIzj0EAwIERzBFAiAF4zKxPYVTAWf1',
    'lxjz1VkzC23fz+SIw+qmpLMjqoVZqAIhAOD9Vkdm9b0+4egp0UME6l+tBLe+B8bziTg9xCg9mmTf',
  ].join(''),
  'base64',
);

export type Levels = {
  readonly minSdkVersion?: number | string;
  readonly targetSdkVersion?: number | string;
};

/** Builds an apk for API levels that support v2 and v3 signatures but require neither. */
export function apkOf(...entries: readonly ZipEntry[]): Buffer {
  return apkFor({ minSdkVersion: 28, targetSdkVersion: 29 }, ...entries);
}

/** Devices refuse an app without code. */
export const classes: ZipEntry = { name: 'classes.dex', data: Buffer.from('dex\n035\0', 'latin1') };

export function apkFor(levels: Levels, ...entries: readonly ZipEntry[]): Buffer {
  const manifest = writeBinaryXml({
    tag: 'manifest',
    plain: { package: 'dev.example.signed' },
    children: [{ tag: 'uses-sdk', android: levels }, { tag: 'application' }],
  });
  return storedZip([{ name: 'AndroidManifest.xml', data: manifest }, classes, ...entries]);
}

export const blockIds = { v2: 0x7109871a, v3: 0xf05368c0, 'v3.1': 0x1b93ad61, padding: 0x42726577 } as const;

export type BlockPair = { readonly id: number; readonly value: Buffer };

/** Returns the value of a signing block pair. Each signer has one certificate and no digests. */
export function signersValue(...certificates: readonly Buffer[]): Buffer {
  const signers = certificates.map((der) => signer(der, Buffer.alloc(0)));
  return sized(...signers);
}

function signer(certificate: Buffer, attributes: Buffer): Buffer {
  return sized(sized(sized(Buffer.alloc(0)), sized(sized(certificate)), sized(attributes)));
}

/** Returns a v2 signing block value whose signer declares that a v3 signature exists. */
export function signerWithThird(certificate: Buffer): Buffer {
  const attribute = Buffer.alloc(8);
  attribute.writeUInt32LE(0xbeeff00d, 0);
  attribute.writeUInt32LE(3, 4);
  return sized(signer(certificate, sized(attribute)));
}

function sized(...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
}

export function signingBlock(...pairs: readonly BlockPair[]): Buffer {
  const content = Buffer.concat(
    pairs.map(({ id, value }) => {
      const header = Buffer.alloc(12);
      header.writeBigUInt64LE(BigInt(4 + value.length));
      header.writeUInt32LE(id, 8);
      return Buffer.concat([header, value]);
    }),
  );
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length + 24));
  return Buffer.concat([size, content, size, Buffer.from('APK Sig Block 42')]);
}

/** Inserts bytes before the directory of a zip. */
export function beforeDirectory(zip: Buffer, inserted: Buffer): Buffer {
  const end = Buffer.from(zip.subarray(-22));
  const start = end.readUInt32LE(16);
  end.writeUInt32LE(start + inserted.length, 16);
  return Buffer.concat([zip.subarray(0, start), inserted, zip.subarray(start, -22), end]);
}
