/** How the editor looks, with the colours of the page. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-value)' },
  { tag: tags.invalid, color: 'var(--failed)' },
]);

const underline = (colour: string) => ({
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '3px',
});

const numbered = (name: string) => ({
  backgroundColor: `var(--ground-${name})`,
  color: `var(--${name})`,
  fontWeight: '600',
});

export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'inherit', backgroundColor: 'var(--ground)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '4px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    border: '0',
    backgroundColor: 'var(--ground-side)',
    color: 'var(--text-quiet)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 8px' },
  // Without a ground of their own: put over one, a text would keep it in a style attribute, which the policy blocks.
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--edge-control)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--failed)',
  },
  '.json-mark-error': underline('var(--failed)'),
  '.json-mark-warning': underline('var(--attention)'),
  '.json-number-error': numbered('failed'),
  '.json-number-warning': numbered('attention'),
});
