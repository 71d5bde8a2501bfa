import fc from 'fast-check';
import { build, parse } from 'plist';
import { expect, test } from 'vitest';
import { toastXml } from '../../../main/shell/toast.ts';

const toast = { title: 'A & B', body: '“<5 MB>”', link: 'slipway://uploads/1', openText: 'Open' };

test('a click and the button lead to the place by its link, and nothing acts', () => {
  expect(toastXml(toast)).toBe(
    '<toast activationType="protocol" launch="slipway://uploads/1">' +
      '<visual><binding template="ToastGeneric"><text>A &amp; B</text><text>“&lt;5 MB&gt;”</text></binding></visual>' +
      '<actions><action content="Open" activationType="protocol" arguments="slipway://uploads/1"/></actions></toast>',
  );
});

/** The texts of a toast, read by a reader of XML that is not ours. */
function textsOf(xml: string): readonly unknown[] {
  const texts = [...xml.matchAll(/<text>(.*?)<\/text>/gs)].map(([, text]) => `<string>${text}</string>`);
  const [start = '', end = ''] = build([]).split('<array/>');
  return parse(`${start}<array>${texts.join('')}</array>${end}`) as unknown as readonly unknown[];
}

test('whatever a build is called, it stays text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }), (title, body) => {
      const xml = toastXml({ ...toast, title: `t${title}`, body: `b${body}` });
      expect(xml.match(/<[^>]+>/g)).toHaveLength(13);
      expect(textsOf(xml)).toHaveLength(2);
    }),
  );
  expect(textsOf(toastXml({ ...toast, title: `<a href="x">&'\u0000\u001b]]>` }))[0]).toBe(
    `<a href="x">&']]>`,
  );
});
