import fc from 'fast-check';
import { build, parse } from 'plist';
import { expect, test } from 'vitest';
import type { NoticeButton } from '../../../main/shell/notices/notices.ts';
import { pressedButton, toastXml } from '../../../main/shell/notices/toast.ts';

const toast = {
  ...{ title: 'A & B', body: '“<5 MB>”', link: 'slipway://uploads/1', openText: 'Open' },
  ...{ uploadId: '1', buttons: [{ text: 'Try again', act: { kind: 'retry' } }] satisfies NoticeButton[] },
};

test('a click on the toast or its last button opens the link', () => {
  expect(toastXml(toast)).toBe(
    '<toast activationType="protocol" launch="slipway://uploads/1">' +
      '<visual><binding template="ToastGeneric"><text>A &amp; B</text><text>“&lt;5 MB&gt;”</text></binding></visual>' +
      '<actions>' +
      '<action content="Try again" activationType="foreground" arguments="type=action&amp;upload=1&amp;press=retry"/>' +
      '<action content="Open" activationType="protocol" arguments="slipway://uploads/1"/>' +
      '</actions></toast>',
  );
});

/** Returns the arguments of the buttons, read by an independent XML parser. */
function argumentsOf(xml: string): readonly string[] {
  const given = [...xml.matchAll(/activationType="foreground" arguments="([^"]*)"/g)].map(
    ([, text]) => `<string>${text}</string>`,
  );
  const [start = '', end = ''] = build([]).split('<array/>');
  return given.length === 0 ? [] : (parse(`${start}<array>${given.join('')}</array>${end}`) as string[]);
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), yes: fc.boolean() }),
  fc.constant({ kind: 'retry' as const }),
  fc.record({ kind: fc.constant('copy' as const), link: fc.webUrl({ withQueryParameters: true }) }),
);

test('a button action survives the round trip through the toast XML', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.array(act, { maxLength: 3 }), (uploadId, acts) => {
      const buttons = acts.map((each) => ({ text: 'x', act: each }));
      const given = argumentsOf(toastXml({ ...toast, uploadId, buttons }));
      expect(given.map(pressedButton)).toEqual(acts.map((each) => ({ uploadId, act: each })));
    }),
  );
});

test.each([
  '',
  'slipway://uploads/1',
  'type=click&tag=1',
  'type=action&upload=1&press=delete',
  'type=action&press=retry',
  'type=action&upload=1&press=copy',
  'upload=1&press=retry',
])('the arguments %j trigger no action', (given) => {
  expect(pressedButton(given)).toBeNull();
});

/** Returns the texts of a toast, read by an independent XML parser. */
function textsOf(xml: string): readonly unknown[] {
  const texts = [...xml.matchAll(/<text>(.*?)<\/text>/gs)].map(([, text]) => `<string>${text}</string>`);
  const [start = '', end = ''] = build([]).split('<array/>');
  return parse(`${start}<array>${texts.join('')}</array>${end}`) as unknown as readonly unknown[];
}

test('a build name is escaped as text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }), (title, body) => {
      const xml = toastXml({ ...toast, title: `t${title}`, body: `b${body}` });
      expect(xml.match(/<[^>]+>/g)).toHaveLength(14);
      expect(textsOf(xml)).toHaveLength(2);
    }),
  );
  expect(textsOf(toastXml({ ...toast, title: `<a href="x">&'\u0000\u001b]]>` }))[0]).toBe(
    `<a href="x">&']]>`,
  );
});
