import { plainText } from './plain-note.ts';

/** Part of a line. `href` is set for http and https links; other links are shown as text. */
export type NotePart = { readonly text: string; readonly strong: boolean; readonly href: string | null };

export type NoteBlock = {
  readonly kind: 'heading' | 'list' | 'text';
  /** Parts of each line. */
  readonly lines: (readonly NotePart[])[];
};

const heading = /^\s{0,3}#{1,6}\s+/;
const item = /^\s*[-*+•▪‣]\s+/;
const link = /^\[([^[\]]{1,500})\]\((https?:[^)\s]{1,500})\)$/;
const partBorder = /(\[[^[\]]{1,500}\]\(https?:[^)\s]{1,500}\)|\*\*.{1,500}?\*\*)/;

/** Splits a Markdown release note into headings, lists and paragraphs with bold text and links. */
export function noteBlocks(markdown: string): readonly NoteBlock[] {
  const blocks: NoteBlock[] = [];
  let isOpen = false;
  for (const line of markdown.split(/\r?\n/)) {
    const kind = heading.test(line) ? 'heading' : item.test(line) ? 'list' : 'text';
    const text = line.replace(heading, '').replace(item, '').trim();
    const last = blocks.at(-1);
    const isNext = last?.kind === kind && kind !== 'heading' && (isOpen || kind === 'list');
    if (text !== '' && isNext) last.lines.push(partsOf(text));
    else if (text !== '') blocks.push({ kind, lines: [partsOf(text)] });
    isOpen = text !== '';
  }
  return blocks;
}

function partsOf(text: string): readonly NotePart[] {
  return text
    .split(partBorder)
    .filter((part) => part !== '')
    .map((part) => {
      const [, label, href = null] = link.exec(part) ?? [];
      return {
        text: plainText(label ?? part),
        strong: part.length > 4 && part.startsWith('**') && part.endsWith('**'),
        href,
      };
    });
}
