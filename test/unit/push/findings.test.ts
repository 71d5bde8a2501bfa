/** Single findings of the push checks: reserved keys, long sounds, opaque icons and disabled channels. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../main/messages/text.ts';
import { isOpaque } from '../../../main/push/checks/opaque-picture.ts';
import { wavProblem } from '../../../main/push/checks/wav.ts';
import { simulate } from '../../../main/push/handler/simulator.ts';
import { parseMapping } from '../../../main/push/mapping/mapping.ts';
import { prepareMessage } from '../../../main/push/sending/message.ts';

describe('the check for reserved keys', () => {
  test.each(['from', 'message_type', 'google.sent_time', 'gcm.notification.title'])(
    'reports data.%s',
    (key) => {
      const { notes } = prepareMessage({ to: 'T', data: { [key]: 'x', notification: {} } });
      expect(notes.map((note) => textOf(note)).join()).toContain(`data.${key}`);
    },
  );

  test.each(['fromage', 'messageType', 'title'])('accepts data.%s', (key) => {
    expect(prepareMessage({ to: 'T', data: { [key]: 'x', notification: {} } }).notes).toEqual([]);
  });
});

function wav(
  seconds: number,
  { tag = 1, subTag = 0 }: { readonly tag?: number; readonly subTag?: number } = {},
): Buffer {
  const bytesPerSecond = 16_000;
  const format = Buffer.alloc(48);
  format.write('fmt ');
  format.writeUInt32LE(40, 4);
  format.writeUInt16LE(tag, 8);
  format.writeUInt32LE(bytesPerSecond, 16);
  format.writeUInt16LE(subTag, 32);
  const data = Buffer.alloc(8 + seconds * bytesPerSecond);
  data.write('data');
  data.writeUInt32LE(data.length - 8, 4);
  const head = Buffer.alloc(12);
  head.write('RIFF');
  head.writeUInt32LE(4 + format.length + data.length, 4);
  head.write('WAVE', 8);
  return Buffer.concat([head, format, data]);
}

const problemOf = (bytes: Buffer): string | null => {
  const problem = wavProblem(bytes.subarray(0, 4096), bytes.length);
  return problem && textOf(problem);
};

describe('a WAV file', () => {
  test.each([1, 3, 6, 7, 0x11])('of 30 seconds with the format tag %i is played', (tag) => {
    expect(problemOf(wav(30, { tag }))).toBeNull();
  });

  test.each([
    ['of 45 seconds', wav(45), 'it lasts 45 seconds'],
    ['with MP3 inside', wav(2, { tag: 0x55 }), 'MP3'],
    ['with MP3 as extensible format', wav(2, { tag: 0xfffe, subTag: 0x55 }), 'MP3'],
    ['with Microsoft ADPCM', wav(2, { tag: 2 }), '0x0002'],
  ])('%s is not played', (_, bytes, expected) => {
    expect(problemOf(bytes)).toContain(expected);
  });
});

function png(colourType: number, line: readonly number[], ...more: readonly Buffer[]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const whole = Buffer.alloc(12 + data.length);
    whole.writeUInt32BE(data.length);
    whole.write(type, 4);
    data.copy(whole, 8);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(2);
  header.writeUInt32BE(2, 4);
  header.set([8, colourType], 8);
  const pixels = deflateSync(Buffer.from([...line, ...line]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IDAT', pixels)]);
}

describe('isOpaque', () => {
  const transparency = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('tRNS\0\0\0\0\0')]);
  test.each([
    ['RGB', png(2, [0, 1, 2, 3, 4, 5, 6]), true],
    ['a palette', png(3, [0, 0, 1]), true],
    ['a palette with transparency', png(3, [0, 0, 1], transparency), false],
    ['RGBA with full alpha', png(6, [0, 1, 2, 3, 255, 4, 5, 6, 255]), true],
    ['RGBA with full alpha, filtered', png(6, [1, 1, 2, 3, 255, 3, 3, 3, 0]), true],
    ['RGBA with a transparent pixel', png(6, [0, 1, 2, 3, 255, 4, 5, 6, 0]), false],
    ['JPEG data', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), true],
    ['no image data', Buffer.from('<svg/>'), false],
  ])('checks the pixels of an icon with %s', (_, bytes, expected) => {
    expect(isOpaque(bytes)).toBe(expected);
  });
});

describe('simulate', () => {
  const keys = {
    title: 'title',
    channelId: 'id',
    channelIdImportance: 'importance',
    deleteChannelId: 'gone',
  };
  const mapping = parseMapping(JSON.stringify({ notification: keys, configuration_version: '2' }));
  const simulated = (notification: Record<string, string>, importance: number) =>
    simulate({
      mapping,
      message: { to: 'T', data: { notification } },
      device: { platform: 'android', apiLevel: 33 },
      app: 'background',
      permission: 'granted',
      build: 'published',
      channels: { existing: [{ id: '7', title: 'Orders', importance }], deleted: [] },
      options: [],
      userNotificationEnabled: false,
      tapped: false,
    });

  test('shows no notification in a disabled channel', () => {
    const { presentation } = simulated({ title: 'Hi', id: '7', importance: '4' }, 0);
    expect(presentation).toMatchObject({
      channelId: '7',
      shade: { value: false },
      sound: { value: { kind: 'none' } },
    });
    expect(presentation && textOf(presentation.shade.explanation)).toContain('switched off the channel 7');
  });

  test('explains why channel values are ignored', () => {
    const { notes } = simulated({ title: 'Hi', id: 'daily', importance: 'high', gone: 'all' }, 3);
    expect(notes.map((note) => textOf(note))).toEqual([
      expect.stringMatching(/^channelId: .*daily/),
      expect.stringMatching(/^channelIdImportance: .*high/),
      expect.stringMatching(/^deleteChannelId: .*all/),
    ]);
  });

  test('adds no note when every value is used', () => {
    expect(simulated({ title: 'Hi', id: '7', importance: '3' }, 3).notes).toEqual([]);
  });
});
