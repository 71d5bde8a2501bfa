/** Renders release notes when they are set, because install pages are opened much more often. */
import MarkdownIt from 'markdown-it';

/** UTF-16 code units; the same limit as in the client. */
export const maxNoteLength = 10_000;

export type ReleaseNote = {
  readonly text: string;
  readonly html: string;
};

/** Truncates text longer than `maxNoteLength`. Returns null if the text is blank. */
export function releaseNoteOf(given: string): ReleaseNote | null {
  const text = given.length > maxNoteLength ? `${given.slice(0, maxNoteLength - 1)}…` : given;
  return text.trim() === '' ? null : { text: text.toWellFormed(), html: markdownHtml(text) };
}

/** Notes from chat and mail programs contain typed bullets, which Markdown shows as one paragraph. */
const typedBullet = /^[•▪‣] /gm;

/**
 * Renders Markdown in linear time. HTML and images remain text, and headings are small, so that a note cannot
 * imitate the page around it. Drops blocks nested in more than nine lists.
 */
function markdownHtml(text: string): string {
  const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: 20 });
  markdown.disable(['html_block', 'html_inline', 'image', 'lheading', 'hr', 'reference']);
  markdown.renderer.rules['heading_open'] = () => '<h3>';
  markdown.renderer.rules['heading_close'] = () => '</h3>\n';
  markdown.validateLink = (address) => /^(?:https?|mailto):/i.test(address);
  return markdown.render(text.toWellFormed().replaceAll(typedBullet, '- ')).trimEnd();
}
