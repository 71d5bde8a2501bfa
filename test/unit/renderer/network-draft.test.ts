import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetworkView } from '../../../preload/page.ts';
import { networkDraft, takeNetwork, weekdays } from '../../../renderer/logic/drafts/network-draft.ts';

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
  asksSystem: true,
  caFiles: [{ path: '/etc/ca.pem', certificates: [], failure: null }],
  bytesPerSecond: 2_500_000,
  schedule: [{ days: ['sat', 'sun'], from: '08:00', to: '20:00', bytesPerSecond: null }],
  pauseOnMetered: true,
  connectTimeoutSeconds: 20,
  limitNow: { bytesPerSecond: null, until: null },
  connection: { online: true, metered: null, waiting: null },
};

test('what is not touched stays as it is, and the stored password stays stored', () => {
  expect(takeNetwork(networkDraft(view))).toEqual({
    ok: true,
    values: {
      proxy: {
        ...{ mode: 'manual', url: 'http://proxy.example:3128', userName: 'builder' },
        bypass: ['10.0.0.0/8', 'intra.example'],
      },
      caFiles: ['/etc/ca.pem'],
      bytesPerSecond: 2_500_000,
      schedule: view.schedule,
      pauseOnMetered: true,
      connectTimeoutSeconds: 20,
    },
  });
});

test('every limit survives being shown and read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 9_000_000_000 }), (bytesPerSecond) => {
      const taken = takeNetwork(networkDraft({ ...view, bytesPerSecond }));
      expect(taken).toMatchObject({ ok: true, values: { bytesPerSecond } });
    }),
  );
});

test('a comma counts as a point, empty as no limit, days come in their order', () => {
  const entry = { days: [...weekdays].toReversed(), from: '00:00', to: '00:00', limit: '1,5' };
  const taken = takeNetwork({ ...networkDraft(view), limit: ' ', schedule: [entry], password: ' word ' });
  expect(taken).toMatchObject({
    ok: true,
    values: {
      bytesPerSecond: null,
      schedule: [{ days: weekdays, bytesPerSecond: 1_500_000 }],
      proxy: { password: ' word ' },
    },
  });
});

test('names the fields that hold no number', () => {
  const entry = { days: [], from: '', to: '', limit: 'fast' };
  const draft = {
    ...networkDraft(view),
    limit: '2 MB',
    timeout: '1.5',
    schedule: [{ ...entry, limit: '' }, entry],
  };
  expect(takeNetwork(draft)).toEqual({ ok: false, problems: { limit: true, timeout: true, schedule: [1] } });
});
