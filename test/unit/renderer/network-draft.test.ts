import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetworkView } from '../../../preload/page.ts';
import {
  awaitsAddress,
  defaultHours,
  isChanged,
  networkDraft,
  partValues,
  weekdays,
} from '../../../renderer/logic/drafts/network-draft.ts';

const view: NetworkView = {
  proxy: {
    ...{
      mode: 'manual',
      url: 'http://proxy.example:3128',
      userName: 'builder',
      bypass: ['10.0.0.0/8', 'intra.example'],
    },
    ...{ hasPassword: true, failure: null },
  },
  hasSystemProxy: true,
  caFiles: [{ path: '/etc/ca.pem', certificates: [], failure: null }],
  bytesPerSecond: 2_500_000,
  schedule: [{ days: ['sat', 'sun'], from: '08:00', to: '20:00', bytesPerSecond: null }],
  pauseOnMetered: true,
  connectTimeoutSeconds: 20,
  currentLimit: { bytesPerSecond: null, until: null },
  connection: { online: true, metered: null, waiting: null },
};

test('partValues returns only the values of the given part', () => {
  const draft = { ...networkDraft(view), limit: '5', url: 'other.example:80' };
  expect(partValues('limit', draft)).toEqual({ values: { bytesPerSecond: 5_000_000 } });
  expect(partValues('bypass', draft)).toEqual({
    values: { proxy: { bypass: ['10.0.0.0/8', 'intra.example'] } },
  });
  expect(partValues('proxy', draft)).toEqual({
    values: { proxy: { mode: 'manual', url: 'other.example:80', userName: 'builder' } },
  });
  expect(partValues('proxy', { ...draft, userName: ' ', password: ' word ' })).toMatchObject({
    values: { proxy: { userName: null, password: ' word ' } },
  });
  expect(partValues('proxy', { ...draft, mode: 'none' }), 'the saved address is not sent').toEqual({
    values: { proxy: { mode: 'none' } },
  });
});

test('every limit survives the round trip through the draft', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 9_000_000_000 }), (bytesPerSecond) => {
      const parsed = partValues('limit', networkDraft({ ...view, bytesPerSecond }));
      expect(parsed).toEqual({ values: { bytesPerSecond } });
    }),
  );
});

test('a limit field accepts a decimal comma and may be empty for no limit', () => {
  const hours = { days: [...weekdays].toReversed(), from: '00:00', to: '00:00', limit: '1,5' };
  const draft = { ...networkDraft(view), limit: ' ', schedule: [hours] };
  expect(partValues('limit', draft)).toEqual({ values: { bytesPerSecond: null } });
  expect(partValues('schedule', draft)).toMatchObject({
    values: { schedule: [{ days: weekdays, bytesPerSecond: 1_500_000 }] },
  });
});

test('an invalid number is reported at its field', () => {
  const hours = { days: [], from: '', to: '', limit: 'fast' };
  const schedule = [{ ...hours, limit: '' }, hours];
  const draft = { ...networkDraft(view), limit: '2 MB', timeout: '1.5', schedule };
  expect(partValues('limit', draft)).toMatchObject({ problem: { field: 'bytesPerSecond' } });
  expect(partValues('timeout', draft)).toMatchObject({ problem: { field: 'connectTimeoutSeconds' } });
  expect(partValues('schedule', draft)).toMatchObject({ problem: { field: 'schedule.1.bytesPerSecond' } });
});

test('a network draft reports changed parts and a missing proxy address', () => {
  const stored = networkDraft(view);
  expect(isChanged('proxy', { ...stored, limit: '9' }, view)).toBe(false);
  expect(isChanged('limit', { ...stored, limit: '9' }, view)).toBe(true);
  const none = { ...view, proxy: { ...view.proxy, mode: 'none' as const, url: null } };
  const chosen = { ...networkDraft(none), mode: 'manual' as const };
  expect(awaitsAddress(chosen, none)).toBe(true);
  expect(awaitsAddress({ ...chosen, url: 'proxy.example' }, none)).toBe(false);
  expect(awaitsAddress({ ...stored, url: '' }, view), 'an empty address does not remove a saved proxy').toBe(
    false,
  );
});

test('an added schedule entry starts with the current limit', () => {
  expect(defaultHours({ ...networkDraft(view), limit: '2.5' }).limit).toBe('2.5');
  expect(defaultHours({ ...networkDraft(view), limit: 'fast' }).limit).toBe('');
});
