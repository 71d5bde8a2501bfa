import fc from 'fast-check';
import { buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import {
  newEntitlements as mainNewEntitlements,
  readEntitlements as mainReadEntitlements,
  withEnvironment,
} from '../../../main/push/checks/entitlements.ts';
import {
  readManifestText as mainReadManifestText,
  withPermission,
} from '../../../main/push/checks/manifest-text.ts';
import {
  androidImagesFolder,
  readSenderId as mainReadSenderId,
} from '../../../main/push/checks/sender-id.ts';
import { wavProblem as mainWavProblem } from '../../../main/push/checks/wav.ts';
import { readXmlTags as mainReadXmlTags } from '../../../main/push/checks/xml-tags.ts';
import { withEnglishResult } from '../../english.ts';
import { goodEntitlements, goodManifest, wavFile } from '../../fakes/push-workspace.ts';

const readEntitlements = withEnglishResult(mainReadEntitlements);
const newEntitlements = withEnglishResult(mainNewEntitlements);
const readManifestText = withEnglishResult(mainReadManifestText);
const readSenderId = withEnglishResult(mainReadSenderId);
const wavProblem = withEnglishResult(mainWavProblem);
const readXmlTags = withEnglishResult(mainReadXmlTags);

const android = 'xmlns:android="http://schemas.android.com/apk/res/android"';

/** Pieces of manifests and property lists in any order. */
const anyXml = fc
  .array(
    fc.constantFrom(
      ...[
        '<manifest>',
        `<manifest ${android}>`,
        '</manifest>',
        '<plist>',
        '</plist>',
        '<dict>',
        '<dict/>',
        '</dict>',
      ],
      ...[
        '<key>',
        'aps-environment',
        '</key>',
        '<string>',
        '</string>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?x',
        '?>',
      ],
      ...['<uses-permission android:name="a"/>', '"', "'", '<', '>', '/', ' ', '\n', '$', '=', 'é'],
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''));

describe('readXmlTags', () => {
  test('returns tags in order and never throws for any text', () => {
    fc.assert(
      fc.property(fc.oneof(anyXml, fc.string()), (text) => {
        const read = readXmlTags(text);
        if (!read.ok) {
          expect(read.offset).toBeGreaterThanOrEqual(0);
          return;
        }
        let last = 0;
        for (const { from, to } of read.tags) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(text[from] === '<' && text[to - 1] === '>').toBe(true);
          last = to;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('reads an unclosed tag in linear time', () => {
    const text = `<a ${'b="c" '.repeat(200_000)}`;
    expect(readXmlTags(text)).toMatchObject({ ok: false, offset: 0 });
  });

  test('accepts tag ends inside quotes', () => {
    const read = readXmlTags(`<a b=">" c='</a>'><d/></a>`);
    expect(read.ok && read.tags.map(({ kind, name, depth }) => [kind, name, depth])).toEqual([
      ['open', 'a', 0],
      ['empty', 'd', 1],
      ['close', 'a', 0],
    ]);
  });
});

describe('the manifest', () => {
  test('declares an added permission and keeps the text before it', () => {
    fc.assert(
      fc.property(fc.oneof(anyXml, fc.constant(goodManifest)), (text) => {
        const reading = readManifestText(text);
        const written = withPermission(text);
        if (written === null) return;
        expect(reading.ok).toBe(true);
        expect(readManifestText(written)).toMatchObject({ ok: true, permission: 'declared' });
        expect(written.length).toBeGreaterThan(text.length);
        const at = [...written].findIndex((one, index) => one !== [...text][index]);
        expect(text.startsWith(written.slice(0, Math.max(0, at)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('accepts other XML prefixes but ignores nested permissions', () => {
    const manifest = (inside: string): string =>
      `<manifest xmlns:a="http://schemas.android.com/apk/res/android">${inside}</manifest>`;
    const permission = 'a:name="android.permission.POST_NOTIFICATIONS"';
    const stateOf = (inside: string): unknown => {
      const read = readManifestText(manifest(inside));
      return read.ok && read.permission;
    };
    expect(stateOf(`<uses-permission-sdk-23 ${permission}/>`)).toBe('declared');
    expect(stateOf(`<uses-permission ${permission} a:maxSdkVersion="40"></uses-permission>`)).toBe(
      'declared',
    );
    expect(stateOf(`<application><uses-permission ${permission}/></application>`)).toBe('missing');
    expect(stateOf(`<uses-permission name="android.permission.POST_NOTIFICATIONS"/>`)).toBe('missing');
    expect(withPermission(manifest('\n  <application/>\n'))).toBe(
      manifest(`\n  <uses-permission ${permission} />\n  <application/>\n`),
    );
    expect(withPermission('<manifest/>')).toBeNull();
  });
});

describe('the entitlements', () => {
  test('contain the new value after an edit of any text', () => {
    fc.assert(
      fc.property(anyXml, (text) => {
        const before = readEntitlements(Buffer.from(text), text);
        const written = withEnvironment(text, 'development');
        if (!before.ok || written === null) return;
        expect(readEntitlements(Buffer.from(written), written)).toMatchObject({
          state: 'good',
          value: 'development',
        });
      }),
      { numRuns: 300 },
    );
  });

  test('are valid in a new file', () => {
    const text = newEntitlements('development');
    expect(readEntitlements(Buffer.from(text), text)).toMatchObject({ state: 'good', value: 'development' });
  });

  test('are read or rejected when a binary list is damaged', () => {
    const whole = Buffer.from(buildBinary({ 'aps-environment': 'production', other: ['a', 1, true] }));
    expect(readEntitlements(whole, null)).toMatchObject({ state: 'good', offset: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }))), (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        bytes.write('bplist');
        expect(typeof readEntitlements(bytes, null).ok).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });

  test('are read in linear time from a binary list with shared arrays', () => {
    const levels = 40;
    const objects = [0xd1, 1, 2, 0x51, 0x61];
    const arrays = Array.from({ length: levels }, (_, level) => [0xa2, level + 3, level + 3]).flat();
    const offsets = [8, 11, ...Array.from({ length: levels + 1 }, (_, level) => 13 + level * 3)];
    const trailer = Buffer.alloc(32);
    trailer.set([1, 1], 6);
    trailer.writeUInt8(offsets.length, 15);
    trailer.writeUInt8(8 + objects.length + arrays.length + 1, 31);
    const bytes = Buffer.from([
      ...Buffer.from('bplist00'),
      ...objects,
      ...arrays,
      0x09,
      ...offsets,
      ...trailer,
    ]);
    expect(readEntitlements(bytes, null)).toMatchObject({ ok: true, state: 'missing' });
  });

  test('ignore the key in a comment or in a nested dictionary', () => {
    const inside =
      '<plist><dict><key>a</key><dict><key>aps-environment</key><string>production</string></dict></dict></plist>';
    expect(readEntitlements(Buffer.from(inside), inside)).toMatchObject({ state: 'missing' });
    const comment = goodEntitlements
      .replace('<key>aps', '<!-- <key>aps')
      .replace('</string>', '</string> -->');
    expect(readEntitlements(Buffer.from(comment), comment)).toMatchObject({ state: 'missing' });
    expect(withEnvironment(comment, 'production')).toContain('<!-- <key>aps-environment</key>');
  });
});

describe('wavProblem', () => {
  test('accepts a prefix that contains the header', () => {
    expect(wavProblem(wavFile(), wavFile().length)).toBeNull();
    expect(wavProblem(wavFile(50_000).subarray(0, 4096), wavFile(50_000).length)).toBeNull();
  });

  test('accepts other chunks before the format', () => {
    const file = wavFile();
    const list = Buffer.concat([Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')]);
    const bytes = Buffer.concat([file.subarray(0, 12), list, file.subarray(12)]);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    expect(wavProblem(bytes, bytes.length)).toBeNull();
  });

  test.each([
    ['', 'it is empty'],
    ['RIFF\x04\0\0\0AVI ', 'not WAV audio'],
    ['OggS', 'Ogg'],
    ['fLaC', 'FLAC'],
    ['FORM....AIFF', 'AIFF'],
    ['caff', 'CAF'],
    ['\xff\xfb\x90', 'MP3'],
    ['....ftypM4A ', 'MPEG-4'],
    ['RIFF\x04\0\0\0WAVE', 'does not specify'],
  ])('rejects %j', (text, problem) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(wavProblem(bytes, bytes.length)).toContain(problem);
  });

  test('returns a result for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const riff = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), bytes]);
        for (const one of [bytes, riff]) {
          expect(wavProblem(one, one.length)).not.toBe('');
        }
      }),
    );
  });
});

describe('reading configuration files', () => {
  test.each([
    [
      '{"api": {"googleCloudMessaging": {"senderID": "708064890221"}}}',
      'found',
      'api.googleCloudMessaging.senderID',
    ],
    ['{"push": [{"gcm_sender_id": 708064890221}]}', 'found', 'push[0].gcm_sender_id'],
    ['{"senderId": "", "fcmSenderId": "12345678"}', 'found', 'fcmSenderId'],
    ['{"senderId": null}', 'empty', 'senderId'],
    ['{"sender": "12345678"}', 'missing', undefined],
    ['[]', 'missing', undefined],
  ])('readSenderId reads %s as %s', (text, kind, path) => {
    expect(readSenderId(text)).toMatchObject({ kind, ...(path === undefined ? {} : { path }) });
  });

  test('androidImagesFolder returns the images folder only if it is a string', () => {
    expect(androidImagesFolder('{"build": {"input": {"android": {"images": "art"}}}}')).toBe('art');
    for (const text of ['{"build": {"input": {"android": {"images": 7}}}}', '{"build": []}', '{', '7']) {
      expect(androidImagesFolder(text)).toBeNull();
    }
  });
});
