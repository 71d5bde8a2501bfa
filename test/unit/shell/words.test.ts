import { describe, expect, test } from 'vitest';
import { nextNotice, noNotices, noticeOf } from '../../../main/shell/notices/notices.ts';
import { menuTemplate } from '../../../main/shell/tray/menu.ts';
import { trayModel } from '../../../main/shell/tray/tray-model.ts';
import { english } from '../../../main/shell/words/english.ts';
import { shellWords } from '../../../main/shell/words/words.ts';
import { frenchSpacing } from '../languages/spacing.ts';

const languages = ['de', 'fr', 'tr'] as const;

type Texts = { readonly [key: string]: unknown };

/** Every text with its path; functions are called with a value that can be recognised, or a number. */
function textsOf(words: Texts, number: number, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(words).flatMap(([key, value]) => {
    const place = `${path}${key}`;
    if (typeof value === 'string') return [[place, value] as const];
    if (typeof value === 'function') {
      const counts = /^(tray|people)\.|many|seconds|minutes/.test(place);
      return [[place, String(value(...(counts ? [number] : ['{a}', '{b}'])))] as const];
    }
    return textsOf(value as Texts, number, `${place}.`);
  });
}

/** Names, and words that are the same in another language. */
const same = /^(menu\.(uploads|store)|dialogs\.builds)$/;

describe.each(languages)('beside the window in %s', (language) => {
  const words = shellWords(language);

  test('nothing is left in English', () => {
    const english1 = new Map(textsOf(english, 3));
    const left = textsOf(words, 3).filter(
      ([place, text]) => english1.get(place) === text && !same.test(place),
    );
    expect(left.filter(([, text]) => text !== '3 min' && text !== '3 s')).toEqual([]);
  });

  test.each([0, 1, 2, 5])('counts of %i name the number and fill nothing in twice', (number) => {
    const counted = textsOf(words, number).filter(([place]) =>
      /^people\.|many|\.asking|\.failed/.test(place),
    );
    expect(counted.length).toBeGreaterThan(6);
    for (const [, text] of counted) expect(text.match(/\d+/g)).toEqual([String(number)]);
  });

  test('values are named', () => {
    for (const [place, text] of textsOf(words, 3)) {
      if (/sizeIn/.test(place)) expect(text).toMatch(/\{a\}.*\{b\}/);
      else if (/isOut|sentTo|uploadIt|tellOf|notUploaded|wasSentTo/i.test(place))
        expect(text).toContain('{a}');
    }
  });

  test('every item of the menus has a label', () => {
    const actions = { chooseBuilds() {}, show() {}, showLog() {}, showLicenses() {}, checkForUpdates: null };
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const items = menuTemplate(platform, false, actions, words).flatMap((item) => [
        item,
        ...(Array.isArray(item.submenu) ? item.submenu : []),
      ]);
      const unlabelled = items.filter((item) => item.type !== 'separator' && item.label === undefined);
      expect(unlabelled).toEqual([]);
      expect(items.length).toBeGreaterThan(25);
    }
  });
});

test('French has its spaces', () => {
  expect(textsOf(shellWords('fr'), 3).filter(([, text]) => !frenchSpacing(text))).toEqual([]);
});

test('tray and notifications speak German', () => {
  const words = shellWords('de');
  expect(trayModel([], false, [], words).status).toBe('Wartet auf Builds');
  expect(trayModel([], true, [], words).status).toBe('Angehalten');
  const notice = noticeOf(
    {
      id: '1',
      state: 'done',
      fileName: 'a.apk',
      package: null,
      target: null,
      timeline: [
        { event: 'uploading', at: 0 },
        { event: 'uploaded', at: 4000 },
        { event: 'sent', at: 5000 },
      ],
      recipients: { teamIds: [1], memberIds: [1, 2], emails: [] },
      totalBytes: 1_500_000,
    } as unknown as Parameters<typeof noticeOf>[0],
    words,
  );
  expect(notice).toMatchObject({
    title: 'a.apk ist draußen',
    body: 'Gesendet an 1 Team und 2 Mitglieder · 1,5 MB · 4 Sek.',
  });
  const all = { ...noNotices, recent: [1, 2, 3].map((at) => ({ at, kind: 'failed' as const })) };
  const step = nextNotice(all, { title: '', body: '', uploadId: null, buttons: [] }, 'out', 4, words);
  expect(step.show.title).toBe('1 Build ist draußen');
  expect(step.show.body).toBe(
    '3 Builds wurden nicht hochgeladen. Öffnen Sie Slipway, um den Grund zu sehen.',
  );
});
