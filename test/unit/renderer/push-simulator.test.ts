import { expect, test } from 'vitest';
import { pushCalls } from '../../../preload/push-calls.ts';
import {
  devices,
  hasChannels,
  importances,
  loudnessOf,
  noSimulation,
  phoneStyle,
  simulationValues,
  withNewChannel,
  withOption,
} from '../../../renderer/logic/push/simulator.ts';

test('every device has valid arguments and defaults to the open mapping', () => {
  for (const device of devices) {
    const values = simulationValues({ ...noSimulation, device }, 'open');
    expect(pushCalls['push.simulator.run'].arguments.safeParse(values).success).toBe(true);
    expect([values.mapping, values.device.platform]).toEqual(['open', device === 'ios' ? 'ios' : 'android']);
  }
  expect(simulationValues({ ...noSimulation, mapping: 'own' }, 'open').mapping).toBe('own');
  expect(simulationValues(noSimulation, null).mapping).toBe('');
  expect(devices.filter(hasChannels)).toEqual(['26', '32', '33', '34']);
});

test('a new channel gets the next number after the existing ids', () => {
  const newsChannel = { id: '7', title: 'News', importance: 5 };
  const channels = {
    existing: [newsChannel, { ...newsChannel, id: 'x' }],
    deleted: [{ ...newsChannel, id: '9' }],
  };
  expect(withNewChannel(channels, 'More').existing.at(-1)).toEqual({
    id: '10',
    title: 'More',
    importance: 3,
  });
  expect(withNewChannel({ existing: [], deleted: [] }, 'First').existing).toEqual([
    { id: '1', title: 'First', importance: 3 },
  ]);
});

test('an option is added once and can be removed', () => {
  expect(withOption(['SOUND'], 'ALERT', true)).toEqual(['SOUND', 'ALERT']);
  expect(withOption(['SOUND', 'ALERT'], 'SOUND', false)).toEqual(['ALERT']);
  expect(withOption(['SOUND'], 'SOUND', true)).toEqual(['SOUND']);
});

test('each device has the frame style of its phone', () => {
  expect(devices.map((device) => [device, phoneStyle(device)])).toEqual([
    ['25', 'android-old'],
    ['26', 'android-old'],
    ['32', 'android'],
    ['33', 'android'],
    ['34', 'android'],
    ['ios', 'ios'],
  ]);
});

test('each channel importance maps to its alert behaviour on Android', () => {
  expect(importances.map(loudnessOf)).toEqual(['off', 'folded', 'silent', 'sound', 'heads-up', 'heads-up']);
});
