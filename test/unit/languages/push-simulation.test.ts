import { describe, expect, test } from 'vitest';
import { simulationView } from '../../../main/core/push-views.ts';
import { createSpeaker } from '../../../main/languages/speaker.ts';
import { prepareMessage } from '../../../main/push/message.ts';
import type { Device } from '../../../main/push/resolver.ts';
import type { SimulatorInput } from '../../../main/push/simulator.ts';

const properties =
  'title body icon channelId channelIdTitle channelIdImportance deleteChannelId showBadge sound';
const mapping = JSON.stringify({
  notification: Object.fromEntries(properties.split(' ').map((name) => [name, `k-${name}`])),
  configuration_version: '2',
});
const emptyMapping = '{"notification": {}, "configuration_version": "2"}';

/** Each property absent, right and wrong. */
const messages: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { title: 'T', body: 'B', icon: 'bell', channelId: '7', channelIdTitle: 'News', channelIdImportance: '1' },
  { title: 7, body: true, icon: 'bell.png', channelId: 'x', channelIdTitle: ' ', channelIdImportance: '9' },
  { title: [], icon: ' ', deleteChannelId: 'x', showBadge: 'no', sound: 'ping.mp3' },
  { title: 'T', channelId: '7', channelIdImportance: '5', deleteChannelId: '8', sound: 'ping.wav' },
  { title: 'T', channelId: '7', channelIdImportance: '4', deleteChannelId: '7', showBadge: 'false' },
  { title: 'T', channelId: '9', channelIdImportance: '2', deleteChannelId: '99' },
];

const devices: readonly Device[] = [
  { platform: 'ios' },
  ...[25, 26, 33].map((apiLevel) => ({ platform: 'android', apiLevel }) as const),
];

function* everyState(): Generator<Omit<SimulatorInput, 'mapping' | 'message'>> {
  const news = { id: '7', title: 'News', importance: 3 };
  for (const device of devices)
    for (const app of ['foreground', 'background', 'closed'] as const)
      for (const permission of ['granted', 'denied'] as const)
        for (const options of [[], ['SOUND'], ['ALERT']] as const)
          for (const userNotificationEnabled of [true, false])
            yield {
              ...{ device, app, permission, options, userNotificationEnabled, tapped: true },
              build: options.length === 0 && app === 'closed' ? 'emulator' : 'published',
              channels: {
                existing: userNotificationEnabled ? [news, { ...news, id: '8' }] : [],
                deleted: userNotificationEnabled ? [] : [{ ...news, id: '9' }],
              },
            };
}

/** Everything the simulator explains, once each. */
function explanations(): readonly string[] {
  const said = new Set<string>();
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string' && ['explanation', 'lost', 'notes'].includes(key)) said.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) collect(each, Array.isArray(value) ? key : name);
  };
  for (const state of everyState())
    for (const one of messages) {
      const notification = Object.fromEntries(
        Object.entries(one).map(([name, value]) => [`k-${name}`, value]),
      );
      const message = JSON.stringify({ to: 'device', data: { notification } });
      for (const text of [mapping, emptyMapping]) {
        collect(simulationView({ ...state, mapping: text, message }).simulation, '');
      }
    }
  return [...said];
}

const leftInEnglish = (text: string): boolean => /\b(the|is|there|which|taken|holds)\b/i.test(text);

describe.each(['de', 'fr', 'tr'] as const)('in %s', (language) => {
  const { sentence, told } = createSpeaker(language);

  test('all that the simulator explains is said', () => {
    const all = explanations();
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((text) => leftInEnglish(sentence(text)) || sentence(text) === text)).toEqual([]);
  });

  test('the notes about a message are said, and what it holds is not touched', () => {
    const { notes } = prepareMessage({
      to: 'device',
      data: { notification: { a: 7, b: true, c: [1], d: null, e: {}, f: 'x'.repeat(4096) } },
      ttl: 5,
    });
    expect(notes).toHaveLength(7);
    expect(notes.filter((note) => leftInEnglish(sentence(note)))).toEqual([]);
    const entry = { excerpt: 'Done', text: '{"message": "Done"}', to: 'Ready' };
    expect(told(entry)).toEqual(entry);
  });

  test.each(['{', '[1', '{"a" 1}', '{"a": }', '{"a": 1,}', '"', '"\\q"', '1 2', '['.repeat(200)])(
    'what is wrong with %j is said',
    (message) => {
      const [state] = everyState();
      if (!state) throw new Error('There is a state.');
      const { messageProblem } = simulationView({ ...state, mapping, message });
      expect(messageProblem?.line).toBe(1);
      expect(leftInEnglish(sentence(messageProblem?.message ?? 'there is none'))).toBe(false);
    },
  );
});
