import { expect, test } from 'vitest';
import { createUpdates, type UpdateEngine } from '../../../main/shell/updates/updates.ts';
import { inEnglish } from '../../english.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

function open(engine: Partial<UpdateEngine>, isUploading: () => boolean = () => false) {
  const clock = createFakeClock(1_000);
  const installed: string[] = [];
  const updates = createUpdates({
    engine: {
      check: async () => null,
      download: async () => undefined,
      install: () => void installed.push('installed'),
      postponeInstall: () => void installed.push('kept'),
      ...engine,
    },
    version: '1.0.0',
    quitThen: (act) => {
      installed.push('stopped');
      act();
    },
    isUploading,
    clock,
    log: collectedLog().log,
  });
  const states: string[] = [];
  updates.onChange((view) =>
    states.push(view.state === 'downloading' ? `${view.state} ${view.percent}` : view.state),
  );
  return { updates, clock, states, installed };
}

test("a check without an update returns state 'current' and the check time", async () => {
  const { updates, states } = open({});
  expect(updates.view()).toEqual({ state: 'unchecked', version: '1.0.0', checkedAt: null });
  expect(inEnglish(await updates.check())).toEqual({ state: 'current', version: '1.0.0', checkedAt: 1_000 });
  expect(states).toEqual(['checking', 'current']);
});

test('a newer version is downloaded and waits for confirmation', async () => {
  const { updates, states, installed } = open({
    check: async () => '2.0.0',
    download: async (progress) => {
      for (const percent of [0, 50, 50, 100]) progress(percent);
    },
  });
  await expect(updates.install()).rejects.toMatchObject({ code: 'shell/updateNotReady' });
  await updates.check();
  await expect.poll(() => updates.view()).toMatchObject({ state: 'ready', next: '2.0.0', checkedAt: 1_000 });
  expect(states).toEqual([
    'checking',
    'available',
    'downloading 0',
    'downloading 50',
    'downloading 100',
    'ready',
  ]);
  expect(installed).toEqual([]);
  expect((await updates.check()).state).toBe('ready');
  await updates.install();
  expect(installed).toEqual(['stopped', 'installed']);
});

test('an update is never installed while builds are uploading', async () => {
  let uploading = true;
  const { updates, installed } = open({ check: async () => '2.0.0' }, () => uploading);
  await updates.check();
  await expect.poll(() => updates.view().state).toBe('ready');
  await expect(updates.install()).rejects.toMatchObject({ code: 'shell/updateWhileUploading' });
  expect(installed).toEqual([]);
  uploading = false;
  await updates.install();
  expect(installed).toEqual(['stopped', 'installed']);
});

test('a failed check or download is reported and can be repeated', async () => {
  let failing: 'check' | 'download' | null = 'check';
  const { updates } = open({
    check: async () => {
      if (failing === 'check') throw new Error('HTTP 503\n<html>…</html>');
      return '2.0.0';
    },
    download: async () => {
      if (failing === 'download') throw new Error('The address does not begin with https.');
    },
  });
  expect(inEnglish(await updates.check())).toMatchObject({
    state: 'failed',
    failure: { code: 'shell/updateFailed', message: expect.stringMatching(/HTTP 503\): try again/) },
  });
  failing = 'download';
  await updates.check();
  await expect
    .poll(() => inEnglish(updates.view()))
    .toMatchObject({ failure: { message: expect.stringMatching(/begin with https\): try again/) } });
  failing = null;
  await updates.check();
  await expect.poll(() => updates.view().state).toBe('ready');
});

test('updates are checked a minute after the start and every six hours', async () => {
  let checks = 0;
  const { updates, clock } = open({
    check: async () => {
      checks += 1;
      return null;
    },
  });
  updates.start();
  await clock.advance(59_999);
  expect(checks).toBe(0);
  await clock.advance(1);
  expect(checks).toBe(1);
  await clock.advance(6 * 3_600_000);
  expect(checks).toBe(2);
  updates.stop();
  await clock.advance(24 * 3_600_000);
  expect([checks, clock.pending()]).toEqual([2, 0]);
});
