/** Release notes are untrusted input that appears in mail and on pages of this service. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxNoteLength, releaseNoteOf } from '../../../main/service/release-note.ts';
import { maxReleaseNoteLength } from '../../../main/settings/folder-rule.ts';

const markdownHtml = (text: string): string => releaseNoteOf(text)?.html ?? '';

const hostile = [
  '- ',
  '> ',
  '1. ',
  '>- 1. ',
  '- - a\n',
  '+\n>\n',
  '> a\n\n',
  '_*a',
  '*_',
  'a**b',
  '[',
  '[a](',
  '``a`',
  '<http:',
  '&',
];

describe('a release note', () => {
  test('has the same maximum length as in the client', () => {
    expect(maxNoteLength).toBe(maxReleaseNoteLength);
    expect(releaseNoteOf('x'.repeat(maxNoteLength))?.html).toBe(`<p>${'x'.repeat(maxNoteLength)}</p>`);
    const cut = releaseNoteOf('x'.repeat(maxNoteLength + 1))?.text ?? '';
    expect([cut.length, cut.at(-1)]).toEqual([maxNoteLength, '…']);
  });

  test('is null when blank', () => {
    expect(releaseNoteOf(' \n')).toBeNull();
  });

  test.each(hostile)('of only %j is rendered with limited nesting', (mark) => {
    const html = markdownHtml(mark.repeat(maxNoteLength).slice(0, maxNoteLength));
    expect(
      (html.match(/^(?:<(?:ul|ol|li|blockquote)[^>]*>\n?)*/)?.[0].match(/</g) ?? []).length,
    ).toBeLessThan(24);
  });
});

test('a release note renders lists, emphasis, code and links of Markdown', () => {
  expect(markdownHtml('**Faster** start\n\n- `a` fixed\n- [more](https://example.org/x)')).toBe(
    '<p><strong>Faster</strong> start</p>\n<ul>\n<li><code>a</code> fixed</li>\n<li><a href="https://example.org/x">more</a></li>\n</ul>',
  );
  expect(markdownHtml('one\ntwo')).toBe('<p>one\ntwo</p>');
});

test('a release note renders headings of every level as h3', () => {
  expect(markdownHtml('# New\n### Fixed\ntext')).toBe('<h3>New</h3>\n<h3>Fixed</h3>\n<p>text</p>');
});

test('a release note renders typed bullets as a list', () => {
  expect(markdownHtml('Faster:\n• maps\n• photos')).toBe(
    '<p>Faster:</p>\n<ul>\n<li>maps</li>\n<li>photos</li>\n</ul>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![pixel](https://evil.example/p.png)',
  '![pixel][1]\n\n[1]: https://evil.example/p.png',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&colon;alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '<javascript:alert(1)>',
  '[a](https://x.example/" onmouseover="alert(1))',
  '<!--><img src=x>-->',
  '</div><iframe src="https://evil.example">',
  '# Title\n\nTitle\n=====\n\n---',
  '`</code><b>`',
  '\ud800<b>',
])('a release note renders %j only as text or a web link', (text) => {
  const html = markdownHtml(text);
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
  expect(
    tags.filter(([, name = '']) => !/^(h3|p|ul|ol|li|em|strong|code|pre|blockquote|a|br)$/.test(name)),
  ).toEqual([]);
  for (const [, name, rest = ''] of tags)
    expect(rest).toMatch(name === 'a' ? /^( href="(|https?:[^"<>]*)")?$/ : /^$/);
});

test('a release note of any text renders only allowed tags and attributes', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    '(',
    ')',
    '[',
    ']',
    '!',
    '`',
    '*',
    '\n',
    '- ',
    'javascript:',
    'a',
    '&#60;',
    '#',
    ' onload=',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const rest = markdownHtml(pieces.join('')).replaceAll(
        /<\/?(h3|p|ul|ol|li|em|strong|code|pre|blockquote|a|br)( href="[^"<>]*"| start="\d+"| \/)?>/g,
        '',
      );
      expect(rest).not.toMatch(/[<>]/);
    }),
  );
});
