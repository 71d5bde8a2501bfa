import { expect, test } from 'vitest';
import { noteBlocks } from '../../../renderer/logic/note-blocks.ts';

const textsOf = (markdown: string) =>
  noteBlocks(markdown).map(({ kind, lines }) => [kind, lines.map((parts) => parts.map(({ text }) => text))]);

test('noteBlocks returns headings, lists and paragraphs', () => {
  expect(textsOf('## New\n\n- maps\n\n- `photos`\nSee below.\nThanks.\n\nBye')).toEqual([
    ['heading', [['New']]],
    ['list', [['maps'], ['photos']]],
    ['text', [['See below.'], ['Thanks.']]],
    ['text', [['Bye']]],
  ]);
});

test('noteBlocks returns bold text and web links as parts', () => {
  expect(noteBlocks('**All** of [the *list*](https://example.org/a)')[0]?.lines[0]).toEqual([
    { text: 'All', strong: true, href: null },
    { text: ' of ', strong: false, href: null },
    { text: 'the list', strong: false, href: 'https://example.org/a' },
  ]);
});

test.each(['[a](javascript:alert(1))', '[a](file:///etc/passwd)', '![a](data:,x)'])(
  'noteBlocks returns %j without a link',
  (markdown) => {
    const parts = noteBlocks(markdown).flatMap(({ lines }) => lines.flat());
    expect(parts.every(({ href }) => href === null)).toBe(true);
  },
);
