/** Release notes as HTML. */
import { micromark } from 'micromark';

/**
 * What can neither look like the page around it nor load anything: HTML and pictures stay text, links lead to web and mail
 * addresses only.
 */
const safe = {
  disable: {
    null: [
      'htmlFlow',
      'htmlText',
      'labelStartImage',
      'headingAtx',
      'setextUnderline',
      'thematicBreak',
      'definition',
    ],
  },
};

/** Paragraphs, lists, emphasis, code, quotations and links of Markdown; everything else is text. */
export function markdownHtml(text: string): string {
  return micromark(text.toWellFormed(), { extensions: [safe] });
}
