import { join } from 'node:path';
import { callMain, expect, inTab, test } from './fixtures.ts';
import { rowOf, uploadBuild, useBuiltIn } from './user-actions.ts';
import { sampleApk } from './world.ts';

type Words = readonly (readonly [typed: string, first: RegExp])[];

const english: Words = [
  ['theme', /^Theme/],
  ['dark', /^Theme/],
  ['light', /^Theme/],
  ['german', /^Language/],
  ['language', /^Language/],
  ['proxy', /^Proxy/],
  ['bandwidth', /^Limit in MB/],
  ['startup', /^(Settings: Startup and updates|Start with the computer)/],
  ['notifications', /^Show notifications/],
  ['mail', /^Set up mail/],
  ['smtp', /^Set up mail/],
  ['qr', /^Overview/],
  ['disk', /^Overview/],
  ['people', /^People/],
  ['invite', /^People/],
  ['token', /^Users and clients/],
  ['password', /^(Users and clients|Accounts)/],
  ['log', /^(Log|Open the log)/],
  ['update', /^Updates/],
  ['version', /^Version/],
  ['diagnostics', /^Settings: Diagnostics/],
  ['account', /^Accounts/],
  ['sign out', /^Accounts/],
  ['pause', /^Pause all uploads/],
  ['resume', /^Pause all uploads/],
  ['retry', /^Show uploads: Needs attention/],
  ['upload', /^Upload a build/],
  ['send', /^Send Field Notes 2\.4\.1/],
  ['activate', /^Deactivate Field Notes 2\.4\.1/],
  ['link', /^Copy link to Field Notes 2\.4\.1/],
  ['store', /^Go to Store/],
  ['push', /^Go to Push/],
  ['simulator', /^Simulator/],
  ['folder', /^(Watch a folder|Go to Folders)/],
  ['watch', /^Watch a folder/],
  ['shortcuts', /^Keyboard shortcuts/],
  ['help', /^Go to Help/],
];

const others: readonly (readonly [language: 'de' | 'fr' | 'tr', words: Words])[] = [
  [
    'de',
    [
      ['dunkel', /^Farben/],
      ['englisch', /^Sprache/],
      ['sprache', /^Sprache/],
      ['passwort', /^(Benutzer und Clients|Konten)/],
      ['einladen', /^Personen/],
      ['mail', /^E-Mail einrichten/],
      ['ordner', /^Ordner überwachen/],
      ['senden', /^(Field Notes .* senden|Build hochladen)/],
      ['protokoll', /^(Protokoll|Das Protokoll|Protokoll öffnen)/],
      ['hilfe', /Hilfe/],
    ],
  ],
  [
    'fr',
    [
      ['sombre', /^Thème/],
      ['theme', /^Thème/],
      ['allemand', /^Langue/],
      ['langue', /^Langue/],
      ['jeton', /^Utilisateurs et clients/],
      ['inviter', /^Personnes/],
      ['courriel', /^Configurer l’e-mail/],
      ['dossier', /^(Surveiller un dossier|Aller à\u00A0: Dossiers)/],
      ['envoyer', /^Envoyer Field Notes/],
      ['journal', /^(Journal|Ouvrir le journal)/],
    ],
  ],
  [
    'tr',
    [
      ['koyu', /^Tema/],
      ['almanca', /^Dil/],
      ['dil', /^Dil/],
      ['sifre', /^(Kullanıcılar ve istemciler|Hesaplar)/],
      ['davet', /^Kişiler/],
      ['smtp', /^E-postayı ayarla/],
      ['klasör', /^(Klasör izle|Git: Klasörler)/],
      ['gönder', /Field Notes 2\.4\.1 gönder|^Derleme yükle/],
      ['günlük', /^Günlük/],
      ['yardım', /^Git: Yardım/],
    ],
  ],
];

test('the palette finds what users type, in four languages', inTab, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  for (const [language, words] of [['en', english] as const, ...others]) {
    await callMain(page, 'settings.set', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await expect(field).toBeFocused();
    for (const [typed, first] of words) {
      await field.fill(typed);
      const found = page.getByRole('dialog').getByRole('option').first();
      await expect.soft(found, `${language}: ${typed}`).toHaveText(first);
      await expect.soft(found).toHaveAttribute('data-highlighted', '');
    }
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  }
});

test('a setting chosen in the palette is focused and listed as recent', inTab, async ({ slipway }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Find an action, app or build' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('throttle');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Limit in MB/s' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveText([
    /^Limit in MB\/s/,
  ]);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveText([
    /^Limit in MB\/s/,
  ]);
});
