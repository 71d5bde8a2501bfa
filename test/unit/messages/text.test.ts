import { describe, expect, test } from 'vitest';
import { toFailure } from '../../../main/base/errors.ts';
import { localise } from '../../../main/messages/localised.ts';
import { joinMessages, type Message, messageOf } from '../../../main/messages/message.ts';
import { isMessage, textOf } from '../../../main/messages/text.ts';
import { translatorOf } from '../../../main/messages/translator.ts';
import { uploadErrors } from '../../../main/uploads/errors.ts';

describe('the text of a message', () => {
  test('uses the language of the locale and falls back to English', () => {
    const paused = messageOf('state/paused');
    expect(textOf(paused)).toBe('Paused');
    expect(['de-AT', 'fr', 'tr-TR', 'ja'].map((locale) => textOf(paused, locale))).toEqual([
      'Angehalten',
      'En pause',
      'Duraklatıldı',
      'Paused',
    ]);
  });

  test('interpolates values verbatim', () => {
    const text = '<b>“A” & B</b> {{name}} $t(state/paused) {{text}}';
    expect(textOf(messageOf('text/plain', { text }))).toBe(text);
    expect(textOf(messageOf('uploads/unknown', { id: text }))).toContain(text);
  });

  test('translates values that are messages and joins lists', () => {
    const reason = messageOf('damage/cutOff');
    const damaged = { code: 'package/partDamaged', values: { file: 'a.apk', part: 'b', reason } };
    expect(textOf(damaged, 'de')).toContain(textOf(reason, 'de'));
    expect(textOf(damaged, 'de')).not.toContain(textOf(reason));
    const people = [
      messageOf('service-people/team', { id: 7 }),
      messageOf('service-people/member', { id: 8 }),
    ];
    expect(textOf(messageOf('service/unknownPeople', { people }))).toContain('team 7, member 8');
    const both = joinMessages('text/sentences', [reason, messageOf('damage/empty')]);
    expect(textOf(both)).toBe('is cut off is empty');
  });

  test('selects plural forms and variants for missing values and booleans', () => {
    const development = (count: number) => textOf(messageOf('warning/development', { count }));
    expect([development(1), development(2)].map((text) => /\d devices?/.exec(text)?.[0])).toEqual([
      '1 device',
      '2 devices',
    ]);
    const tooLarge = (size: string | null) => textOf(messageOf('api/tooLarge', { size, reason: 'No.' }));
    expect(tooLarge(null)).toBe('The request is larger than the service accepts: No.');
    expect(tooLarge('2 GB')).toContain('The file is 2 GB');
    const switched = (active: boolean) =>
      textOf(messageOf('core/activationUnchanged', { version: '7', active }));
    expect(switched(true)).toContain('still active');
    expect(switched(false)).toContain('still inactive');
  });

  test('falls back to the message property for an unknown code or values', () => {
    const old = { code: 'uploads/unknown', message: 'As it was said.' };
    expect(textOf(old, 'de')).toBe('As it was said.');
    expect(textOf({ ...old, values: { id: '7' } }, 'de')).toContain('„7“');
    expect(textOf({ code: 'later/unknown', values: {}, message: 'Of a later Slipway.' })).toBe(
      'Of a later Slipway.',
    );
    expect(textOf({ code: 'later/unknown' })).toBe('later/unknown');
    expect(textOf({ code: 'constructor/name' })).toBe('constructor/name');
  });
});

test('a translator translates messages into its language', () => {
  expect(translatorOf('fr').translate('tray/failed', { count: 2 })).toBe('2 builds non téléversés');
});

describe('localise', () => {
  const failure = toFailure(uploadErrors.unknown({ id: '7' }));

  test('translates messages at any depth and adds a message to failures', () => {
    const value = { notes: [messageOf('state/paused')], of: { failure, name: 'a', size: 3, none: null } };
    expect(localise(value, 'de')).toEqual({
      notes: ['Angehalten'],
      of: {
        failure: { ...failure, message: textOf(failure, 'de') },
        name: 'a',
        size: 3,
        none: null,
      },
    });
  });

  test('keeps message values of a failure, so that it can be translated again', () => {
    const values = { reason: messageOf('state/paused') };
    const nested = { code: 'waiting/notQueued', remedy: 'none', values } as const;
    const english = localise<Message & typeof nested>(nested, 'en');
    expect(english).toMatchObject({ values: { reason: 'Paused' }, source: values });
    expect(localise({ ...english, values }, 'de')).toMatchObject({
      message: textOf(nested, 'de'),
      values: { reason: 'Angehalten' },
      source: values,
    });
  });

  test('quotes the text of the service instead of repeating it in the message', () => {
    const full = { code: 'api/storageFull', remedy: 'free-space', values: { reason: 'No room.' } } as const;
    expect(localise<Message & typeof full>(full, 'en')).toEqual({
      ...full,
      message: 'The service has run out of space. Free some space there, then try again.',
      quote: 'No room.',
    });
    const busy = {
      code: 'api/busy',
      remedy: 'wait',
      values: { reason: messageOf('state/paused'), seconds: 600 },
    } as const;
    expect(localise<Message & typeof busy>(busy, 'en')).toMatchObject({
      message: 'The service is busy. Try again in 10\u00A0min.',
      quote: 'Paused',
    });
    for (const code of ['api/refused', 'api/forbidden', 'api/missing']) {
      const german = localise({ code, remedy: 'none', values: { reason: 'Name is taken.' } }, 'de');
      expect(german).toMatchObject({
        message: expect.not.stringContaining('taken'),
        quote: 'Name is taken.',
      });
    }
  });

  test('returns the same object if it contains no messages', () => {
    const value = { list: [{ a: 1 }, 'Paused'], code: 'state/paused', more: true };
    expect(localise(value, 'de')).toBe(value);
    expect(isMessage(value)).toBe(false);
    expect(localise(null, 'de')).toBe(null);
  });

  test('keeps the message of a failure with an unknown code', () => {
    const foreign = { code: 'later/unknown', remedy: 'none', message: 'Hello.' } as const;
    expect(localise<Message & typeof foreign>(foreign, 'de')).toEqual(foreign);
  });
});

test('a date is formatted in the language of the message', () => {
  const expired = messageOf('warning/expired', { day: '2026-07-30' });
  expect(textOf(expired)).toContain('30 July 2026');
  expect(textOf(expired, 'de')).toContain('30. Juli 2026');
  expect(textOf(expired, 'fr')).toContain('30 juillet 2026');
  expect(textOf(expired, 'tr')).toContain('30 Temmuz 2026');
  expect(textOf(messageOf('warning/expired', { day: 'soon' }))).toContain('soon');
});
