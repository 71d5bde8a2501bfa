import { describe, expect, test } from 'vitest';
import { translatorOf } from '../../../main/messages/translator.ts';
import { nextNotice, noNotices, noticeOf } from '../../../main/shell/notices/notices.ts';
import { menuTemplate } from '../../../main/shell/tray/menu.ts';
import { trayModel } from '../../../main/shell/tray/tray-model.ts';

describe.each(['de', 'fr', 'tr'] as const)('the menu in %s', (language) => {
  const words = translatorOf(language);

  test('has a label for every item', () => {
    const nothing = (): void => undefined;
    const actions = {
      ...{ chooseBuilds: nothing, setPaused: nothing, useAccount: nothing, run: nothing, show: nothing },
      ...{ reportProblem: nothing, showLog: nothing, showLicenses: nothing, checkForUpdates: null },
    };
    const state = { paused: false, accounts: [], commands: [] };
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const items = menuTemplate(platform, false, actions, state, words).flatMap((item) => [
        item,
        ...(Array.isArray(item.submenu) ? item.submenu : []),
      ]);
      const unlabelled = items.filter((item) => item.type !== 'separator' && item.label === undefined);
      expect(unlabelled).toEqual([]);
      expect(items.length).toBeGreaterThan(25);
    }
  });
});

test('the tray and the notifications are translated into German', () => {
  const words = translatorOf('de');
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
      mail: 'mailed',
      totalBytes: 1_500_000,
    } as unknown as Parameters<typeof noticeOf>[0],
    words,
  );
  expect(notice).toMatchObject({
    title: 'a.apk ist verteilt',
    body: 'Verschickt: 1 Team und 2 Mitglieder · 1,5\u00A0MB · 4\u00A0s',
  });
  const all = { ...noNotices, recent: [1, 2, 3].map((at) => ({ at, kind: 'failed' as const })) };
  const step = nextNotice(all, { title: '', body: '', uploadId: null, buttons: [] }, 'uploaded', 4, words);
  expect(step.show.title).toBe('1 Build ist verteilt');
  expect(step.show.body).toBe(
    '3 Builds wurden nicht hochgeladen. Öffnen Sie Slipway, um den Grund zu sehen.',
  );
});
