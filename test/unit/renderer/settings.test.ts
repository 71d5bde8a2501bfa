import { describe, expect, test } from 'vitest';
import { parseScreen, screenHash } from '../../../renderer/logic/screen.ts';
import { findSettings, listSettings } from '../../../renderer/logic/settings.ts';

const all = listSettings({ inWindow: true });
const found = (typed: string): readonly string[] => findSettings(all, typed).map(({ id }) => id);

describe('the search for settings', () => {
  test.each([
    ['theme', 'theme'],
    ['dark', 'theme'],
    ['german', 'language'],
    ['Deutsch', 'language'],
    ['firewall', 'proxy'],
    ['proxy', 'proxy'],
    ['throttle', 'bandwidth'],
    ['hotspot', 'metered'],
    ['tls', 'certificates'],
    ['autostart', 'loginItem'],
    ['upgrade', 'updates'],
    ['alerts', 'notifications'],
    ['toast', 'undo'],
    ['hotkeys', 'singleKeys'],
    ['readability', 'contrast'],
    ['password', 'accounts'],
    ['report a bug', 'supportFile'],
  ])('finds for %j the setting %s first', (typed, id) => {
    expect(found(typed)[0]).toBe(id);
  });

  test('lists matches of the name before matches of synonyms', () => {
    expect(found('limit').slice(0, 2)).toEqual(['bandwidth', 'schedule']);
  });

  test('finds all settings of a section by its name', () => {
    expect(found('network')).toEqual(expect.arrayContaining(['proxy', 'timeout', 'addressCheck']));
  });

  test('finds nothing for an unknown word', () => {
    expect(found('zeppelin')).toEqual([]);
  });

  test('omits settings of the window in a browser tab', () => {
    const ids = listSettings({ inWindow: false }).map(({ id }) => id);
    expect(ids).not.toContain('openedBuilds');
    expect(ids).toContain('theme');
  });

  test('opens each setting by its address', () => {
    for (const { id, section } of all) {
      const screen = { kind: 'settings', section, setting: id } as const;
      expect(parseScreen(screenHash(screen))).toEqual(screen);
    }
    expect(parseScreen('#/settings/network/unknown')).toEqual({ kind: 'settings', section: 'network' });
  });
});
