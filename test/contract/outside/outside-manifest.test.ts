/** The itms-services manifest as read by npm's `plist` and Python's `plistlib`. */
import fc from 'fast-check';
import { parse } from 'plist';
import { describe, expect, test } from 'vitest';
import type { TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { installManifest, type ManifestFacts } from '../../../main/service/install/manifest.ts';
import { sampleIpa, sha256, startHost } from '../service/service-host.ts';
import { canRun, run } from './outside-program.ts';

const hostileNames = [
  'Shop & Söhne <b> "q" \'s\' ]]> <!-- x -->',
  '</string><key>url</key><string>https://evil.example/',
  '&amp;lt;&#0;&#x41; %41 日本語 🚢 \u202egpj',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
];

/** Any text that may be the name of a build, including characters that XML cannot contain. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", ']', '\u0000', '\u001b', '\ud800', '\ufffe', 'ä', ' '),
  }),
  fc.constantFrom(...hostileNames),
);

const anyFacts: fc.Arbitrary<ManifestFacts> = fc.record({
  fileUrl: anyText.map(
    (text) => `https://builds.example/${encodeURIComponent(text.toWellFormed())}/file?pass=1-a`,
  ),
  iconUrl: fc.webUrl({ withQueryParameters: true }),
  bundleId: anyText,
  bundleVersion: anyText,
  title: anyText,
});

/** Removes characters that XML 1.0 cannot contain and normalises line ends like an XML reader. */
function readable(text: string): string {
  const allowed = [...text].filter((one) =>
    /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u.test(one),
  );
  return allowed.join('').replaceAll(/\r\n?/g, '\n');
}

function expected(facts: ManifestFacts) {
  return {
    items: [
      {
        assets: [
          { kind: 'software-package', url: facts.fileUrl },
          { kind: 'display-image', url: facts.iconUrl },
          { kind: 'full-size-image', url: facts.iconUrl },
        ],
        metadata: {
          'bundle-identifier': readable(facts.bundleId),
          'bundle-version': readable(facts.bundleVersion),
          kind: 'software',
          'platform-identifier': 'com.apple.platform.iphoneos',
          title: readable(facts.title),
        },
      },
    ],
  };
}

/** Python program that parses each manifest with plistlib and prints all as JSON. */
const pythonReader = `
import json, plistlib, sys
manifests = json.load(sys.stdin)
json.dump([plistlib.loads(text.encode('utf-8')) for text in manifests], sys.stdout)
`;

async function readWithPython(manifests: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run('python3', ['-c', pythonReader], JSON.stringify(manifests));
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout.toString('utf8'));
}

test('plist reads the manifest of a build with any name', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      expect(parse(installManifest(facts))).toEqual(expected(facts));
    }),
    { numRuns: 500 },
  );
});

describe.runIf(canRun('python3', ['-c', 'import plistlib']))('plistlib', () => {
  test('reads the manifest of a build with any name', async () => {
    const samples = fc.sample(anyFacts, 500);
    expect(await readWithPython(samples.map(installManifest))).toEqual(samples.map(expected));
  });

  test.each(hostileNames)('reads the served manifest of %s, whose links work', async (name) => {
    const host = await startHost();
    const ipa = await sampleIpa({ name });
    const upload = await host.upload('/api/v3/testingdist/profiles', ipa, { name: 'a.ipa' });
    const id = ((await upload.json()) as TestApplication).profiles[0]?.id;
    const version = await host.json<TestVersion>('POST', `/api/v3/testingdist/profiles/items/${id}/activate`);
    const link = await host.service.installLink(version.id);
    const html = await (await fetch(link ?? '')).text();
    const install = /href="(itms-services:[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const address = new URL(install);
    expect(address.searchParams.get('action')).toBe('download-manifest');
    const manifest = await (await fetch(address.searchParams.get('url') ?? '')).text();
    const [read] = (await readWithPython([manifest])) as ReturnType<typeof expected>[];
    expect(read).toEqual(parse(manifest));
    const [item] = read?.items ?? [];
    expect(item?.metadata).toEqual({
      'bundle-identifier': 'com.example.shop',
      'bundle-version': '2.5',
      kind: 'software',
      'platform-identifier': 'com.apple.platform.iphoneos',
      title: version.applicationName,
    });
    expect(version.applicationName).toBe(name);
    const [file, icon] = await Promise.all((item?.assets ?? []).map(({ url }) => fetch(url)));
    expect(sha256(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(sha256(ipa));
    expect([icon?.status, icon?.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});
