import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goodMapping } from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';

async function shown(events: unknown, ...options: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  const [mapping, file] = [join(folder, 'pushnotification.json'), join(folder, 'events.json')];
  await writeFile(mapping, goodMapping);
  await writeFile(file, JSON.stringify(events));
  const { stdout, stderr } = await slipwayHere(['push', 'events', mapping, file, ...options]);
  return stdout + stderr;
}

const granted = { kind: 'answer-permission', permission: 'granted' };
const local = { alertAction: 'Tea', alertBody: 'Ready' };

describe('slipway push events', () => {
  test('delivers the token after a subscription', async () => {
    const events = [
      { kind: 'subscribe', topic: 'news' },
      { kind: 'registered', token: 'T0' },
    ];
    expect(await shown(events)).toMatch(/request-token[\s\S]*token +T0/);
  });

  test('delivers no token on iOS without the entitlement', async () => {
    expect(await shown([{ kind: 'register' }], '--ios', '--no-entitlement')).toContain('no-token');
  });

  test('prints a scheduled notification and the tap on it', async () => {
    const events = [
      granted,
      { kind: 'move', to: 'background' },
      { kind: 'schedule', notification: local, at: 5_000 },
      { kind: 'time', now: 5_000 },
      { kind: 'tap', id: 1 },
    ];
    expect(await shown(events)).toMatch(/due at 5000[\s\S]*Tea, Ready[\s\S]*onNotificationClick/);
  });

  test('reports the invalid field of an unknown event', async () => {
    expect(await shown([{ kind: 'nap' }])).toContain('kind');
  });
});
