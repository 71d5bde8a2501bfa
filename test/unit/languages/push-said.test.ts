import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toFailure } from '../../../main/base/errors.ts';
import { isSentence } from '../../../main/base/sentences.ts';
import { checkIcon, checkMapping, checkSenderId } from '../../../main/push/checks/rules-mapping.ts';
import { checkEntitlements, checkPermission, checkSounds } from '../../../main/push/checks/rules-platform.ts';
import { checkWords } from '../../../main/push/checks/words-check.ts';
import { pushErrors } from '../../../main/push/errors.ts';
import { simulate } from '../../../main/push/handler/simulator.ts';
import { deviceWords } from '../../../main/push/handler/words-device.ts';
import { readMapping } from '../../../main/push/mapping/mapping.ts';
import { mappingForm } from '../../../main/push/mapping/mapping-form.ts';
import { mappingWords } from '../../../main/push/mapping/words-mapping.ts';
import { prepareMessage } from '../../../main/push/sending/message.ts';
import { sourceOf, sources } from '../structure/imports.ts';
import {
  handlerEffects,
  preparedMessage,
  readings,
  refusals,
  refusedFiles,
  reports,
  simulations,
} from './push-samples.ts';
import { codesOf, leftInEnglish, problemsOf, sentencesOf, speakers, spokenIn } from './spoken.ts';

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort();

/** Without those in which nothing is read that was not read before. */
const distinct = (values: readonly unknown[]): readonly unknown[] => {
  const read = new Set<string>();
  return values.filter((value) => {
    const before = read.size;
    for (const { english } of spokenIn(value, value)) read.add(english);
    return read.size > before;
  });
};

const samples = {
  simulations: async () => simulations(),
  'what devices do': async () => handlerEffects(),
  'mapping files': async () => readings(),
  'a message that is prepared': async () => [preparedMessage()],
  'reports about projects': async () => reports(),
} satisfies Record<string, () => Promise<readonly unknown[]>>;

describe.each(Object.entries(samples))('%s', (_, make) => {
  test('are said in every language, with every name and number, and nothing in English', async () => {
    const values = distinct(await make());
    expect(values.length).toBeGreaterThan(0);
    expect(unique(values.flatMap(problemsOf))).toEqual([]);
    expect(unique(values.flatMap(leftInEnglish))).toEqual([]);
  });
});

test('refusals are said in every language, and so is what they name', () => {
  const left = refusals().flatMap((failure) =>
    speakers.flatMap(({ language, failure: say }) => {
      const text = say(failure);
      const named = sentencesOf(failure);
      const isLeft = text === failure.message || named.some((part) => text.includes(part.text));
      return isLeft || named.length !== 1 ? [`${language}: ${text}`] : [];
    }),
  );
  expect(left).toEqual([]);
});

test('what goes to other programs is plain English text', () => {
  const [failure] = refusals();
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ values: { problem: 'it is no JSON object' } });
  const [problem] = readMapping('[').problems;
  expect(JSON.parse(JSON.stringify(problem))).toEqual(structuredClone(problem));
  expect(structuredClone(problem)).toEqual({
    ...{ severity: 'error', line: 1, column: 2 },
    message: 'The text ends early; a value is missing.',
  });
});

test('every sentence of the tables is made by something', async () => {
  const values = (await Promise.all(Object.values(samples).map((make) => make()))).flat();
  const files = await refusedFiles();
  const seen = new Set([
    ...values.flatMap((value) =>
      [...spokenIn(value, value)].flatMap(({ sentence }) => (sentence ? codesOf(sentence) : [])),
    ),
    ...refusals().flatMap(sentencesOf).flatMap(codesOf),
    ...files.flatMap((file) =>
      Object.values(file as object).flatMap((each) => (isSentence(each) ? codesOf(each) : [])),
    ),
  ]);
  const tables = { check: checkWords, device: deviceWords, mapping: mappingWords };
  const all = Object.entries(tables).flatMap(([table, makers]) =>
    Object.keys(makers).map((kind) => `${table}/${kind}`),
  );
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((code) => !seen.has(code))).toEqual([]);
});

test('no sentence stands in the code itself, where nothing could say it', async () => {
  const wordless = /\/(words-\w+|errors|example-message)\.ts$/;
  const files = (await sources('main/push')).filter((file) => !wordless.test(file));
  expect(files.length).toBeGreaterThan(25);
  const sentence = /(['`])((?:(?!\1)[^\\\n])*\p{L}{2,} \p{Ll}{2,} \p{Ll}{2,}(?:(?!\1)[^\\\n])*)\1/gu;
  const found = files.flatMap((file) => {
    const code = sourceOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return [...code.matchAll(sentence)].map(([, , text]) => `${file}: ${text}`);
  });
  expect(found).toEqual([expect.stringContaining('json-edit.ts: there is no member')]);
});

describe('whatever it is about, it is said', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('Done', 'user', 'a, so b.', '{key}', '$&'),
  );
  const holds = (value: unknown): void => expect(problemsOf(value)).toEqual([]);

  test('a simulation', () => {
    const properties = ['title', 'body', 'icon', 'channelId', 'channelIdTitle', 'deleteChannelId', 'sound'];
    const given = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)));
    const device = fc.oneof(
      fc.constant({ platform: 'ios' } as const),
      fc.integer({ min: 1, max: 40 }).map((apiLevel) => ({ platform: 'android', apiLevel }) as const),
    );
    fc.assert(
      fc.property(given, fc.array(text), device, text, (notification, unknown, where, to) => {
        const keys = [...Object.keys(notification), ...unknown];
        const mapping = { keys: Object.fromEntries(properties.map((name, at) => [name, keys[at] ?? name])) };
        holds(
          simulate({
            ...{ mapping, message: { to, data: { notification } }, device: where, app: 'background' },
            ...{ permission: 'granted', build: 'published', channels: { existing: [], deleted: [] } },
            ...{ options: ['SOUND'], userNotificationEnabled: false, tapped: true },
          }),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('a mapping file', () => {
    const entries = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)));
    const file = fc
      .record({ notification: entries, configuration_version: text, title: entries }, { requiredKeys: [] })
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(file, text, fc.json()), (content) => {
        holds(readMapping(content));
        holds(mappingForm(content));
        holds(checkMapping({ path: 'a', kind: 'file', bytes: Buffer.from(content), text: content }));
      }),
      { numRuns: 300 },
    );
  });

  test('a message', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.jsonValue()), fc.dictionary(text, text), (notification, beside) => {
        const { to: _, data: __, ...others } = beside;
        holds(prepareMessage({ ...others, to: 'device', data: { notification } }));
      }),
      { numRuns: 300 },
    );
  });

  test('the files of a project', () => {
    const xml = fc
      .array(fc.oneof(text, fc.constantFrom('<manifest>', '<plist>', '<dict/>', '</plist>', '<', '<!--')))
      .map((parts) => parts.join(''));
    const project = fc.record({ senderID: fc.oneof(text, fc.integer()) }).map((one) => JSON.stringify(one));
    const sound = fc.record({
      ...{ path: text, name: text.map((name) => `${name}.wav`), isFile: fc.boolean() },
      ...{ head: fc.uint8Array(), size: fc.nat() },
    });
    const key = text.map((name) => JSON.stringify({ notification: { icon: name, title: 't', v21: {} } }));
    fc.assert(
      fc.property(fc.oneof(xml, project, key), fc.array(sound), text, (content, sounds, path) => {
        const fact = { path, kind: 'file', bytes: Buffer.from(content), text: content } as const;
        holds([checkPermission(fact, null), checkEntitlements(fact), checkSenderId(fact)]);
        holds([
          checkIcon({ mapping: fact, images: null }, undefined),
          checkSounds({ sounds, mapping: fact }, {}),
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

test('names of people are not taken for words of Slipway', () => {
  const { failure, told } = speakers[0] ?? expect.fail();
  expect(failure(toFailure(pushErrors.noSuchProperty({ property: 'user' })))).toBe(
    'Die Zuordnung hat keine Eigenschaft „user“.',
  );
  const reading = readMapping('{"notification": {"user": "Done"}, "configuration_version": "2"}');
  expect(told(reading).problems[0]?.message).toBe(
    '„user“ ist keine Eigenschaft einer Mitteilung; der Handler beachtet sie nicht.',
  );
});

test('a text that was changed since is not said as what it was', () => {
  const { told } = speakers[0] ?? expect.fail();
  const [problem] = readMapping('[').problems;
  expect(told({ ...problem, message: 'Changed.' }).message).toBe('Changed.');
  expect(told({ ...problem }).message).toContain('Der Text endet zu früh');
});
