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
  partHashes: fc.option(
    fc.record({
      size: fc.constant(10_485_760),
      sha256s: fc.array(fc.stringMatching(/^[0-9a-f]{64}$/), { maxLength: 3 }),
      md5s: fc.array(fc.stringMatching(/^[0-9a-f]{32}$/), { maxLength: 3 }),
    }),
  ),
});

/** Removes characters that XML 1.0 cannot contain and normalises line ends like an XML reader. */
function readable(text: string): string {
  const allowed = [...text].filter((one) =>
    /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u.test(one),
  );
  return allowed.join('').replaceAll(/\r\n?/g, '\n');
}

function expected(facts: ManifestFacts) {
  const { partHashes } = facts;
  const hashes = partHashes && {
    'sha256-size': partHashes.size,
    sha256s: partHashes.sha256s,
    'md5-size': partHashes.size,
    md5s: partHashes.md5s,
  };
  return {
    items: [
      {
        assets: [
          { kind: 'software-package', url: facts.fileUrl, ...hashes },
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

/** Downloads the package of a manifest and hashes its parts as iOS does; prints whether all match. */
const pythonVerifier = `
import hashlib, plistlib, sys, urllib.request
package = plistlib.loads(sys.stdin.buffer.read())['items'][0]['assets'][0]
data = urllib.request.urlopen(package['url']).read()
for name in ('sha256', 'md5'):
    size = package[name + '-size']
    parts = [data[at:at + size] for at in range(0, len(data), size)]
    assert [hashlib.new(name, part).hexdigest() for part in parts] == package[name + 's'], name
print(len(parts))
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

  test.each(hostileNames)('reads the served manifest of %s, and its links work', async (name) => {
    const host = await startHost();
    const ipa = await sampleIpa({ name });
    const upload = await host.upload('/api/v3/testingdist/profiles', ipa, { name: 'a.ipa' });
    const id = ((await upload.json()) as TestApplication).profiles[0]?.id;
    const version = await host.json<TestVersion>('POST', `/api/v3/testingdist/profiles/items/${id}/activate`);
    const link = await host.service.installLink(version.id);
    const manifest = await (await fetch(`${link}/manifest.plist`)).text();
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

  test('finds the hashes of every part of a build with any name', async () => {
    const host = await startHost();
    const ipa = await sampleIpa({ padding: 21_000_000 });
    for (const name of ['a.ipa', 'build']) {
      const made = await host.add<TestApplication>('/api/v3/testingdist/profiles', ipa, { name });
      const id = made.profiles[0]?.id ?? 0;
      await host.json('POST', `/api/v3/testingdist/profiles/items/${id}/activate`);
      const link = await host.service.installLink(id);
      const manifest = await (await fetch(`${link}/manifest.plist`)).text();
      const { code, stdout, stderr } = await run('python3', ['-c', pythonVerifier], manifest);
      expect([code, stderr, stdout.toString().trim()]).toEqual([0, '', '3']);
    }
  });
});
