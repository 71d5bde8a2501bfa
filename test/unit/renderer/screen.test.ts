import { expect, test } from 'vitest';
import { parseScreen, type Screen, screenHash, startScreen } from '../../../renderer/logic/screen.ts';

test.each<Screen>([
  { kind: 'uploads', uploadId: null },
  { kind: 'uploads', uploadId: 'a/b c%' },
  { kind: 'apps', applicationId: null, open: null },
  { kind: 'apps', applicationId: 12, open: null },
  { kind: 'apps', applicationId: 12, open: 40 },
  { kind: 'apps', applicationId: 12, open: 'statistics' },
  { kind: 'store', profileId: null, open: null },
  { kind: 'store', profileId: 12, open: null },
  { kind: 'store', profileId: 12, open: 'about' },
  { kind: 'store', profileId: 12, open: 40 },
  { kind: 'folders', folderId: 'x' },
  { kind: 'push', tab: 'project' },
  { kind: 'push', tab: 'mapping' },
  { kind: 'push', tab: 'messages' },
  { kind: 'settings', section: 'accounts' },
  { kind: 'settings', section: 'network' },
  { kind: 'help' },
  { kind: 'service', tab: 'overview', item: null },
  { kind: 'service', tab: 'people', item: null },
  { kind: 'service', tab: 'requests', item: null },
  { kind: 'service', tab: 'people', item: 'team-3' },
  { kind: 'service', tab: 'outbox', item: 'a/b c%' },
])('the URL hash of screen %j parses to the same screen', (screen) => {
  expect(parseScreen(screenHash(screen))).toEqual(screen);
});

test.each(['', '#', '#token=abc', '#/unknown/1', '#/apps/zero', '#/uploads/%E0%A4%A'])(
  'the URL hash %j opens the start screen or an empty selection',
  (hash) => {
    const screen = parseScreen(hash);
    expect(screen.kind === 'apps' ? screen.applicationId : screen).toEqual(
      screen.kind === 'apps' ? null : startScreen,
    );
  },
);
