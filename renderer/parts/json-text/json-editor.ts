/** JSON editor with line numbers and bracket matching, loaded only when needed. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { StyleModule } from 'style-mod';
import { changedPart, markedPart, type TextMark, worstOfLines } from '../../logic/push/json-marks.ts';
import type { TextPosition } from '../../logic/push/project.ts';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-value)' },
  { tag: tags.invalid, color: 'var(--failed)' },
]);

const underline = (colour: string) => ({
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '3px',
});

const editorTheme = EditorView.theme({
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
  // No background colour: CodeMirror would copy it into a style attribute, which the CSP blocks.
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--edge-control)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--failed)',
  },
  '.json-mark-error': underline('var(--failed)'),
  '.json-mark-warning': underline('var(--text-quiet)'),
  '.json-number-error': {
    backgroundColor: 'var(--ground-failed)',
    color: 'var(--failed)',
    fontWeight: '600',
  },
  '.json-number-warning': { color: 'var(--text)', fontWeight: '600' },
});

const setMarks = StateEffect.define<readonly TextMark[]>();

type Marked = { readonly text: DecorationSet; readonly numbers: RangeSet<GutterMarker> };

class NumberMark extends GutterMarker {
  override readonly elementClass: string;

  constructor(severity: TextMark['severity']) {
    super();
    this.elementClass = `json-number-${severity}`;
  }
}

const parts = {
  error: { text: Decoration.mark({ class: 'json-mark-error' }), number: new NumberMark('error') },
  warning: { text: Decoration.mark({ class: 'json-mark-warning' }), number: new NumberMark('warning') },
};

function mark(doc: Text, marks: readonly TextMark[]): Marked {
  const text = new RangeSetBuilder<Decoration>();
  const numbers = new RangeSetBuilder<GutterMarker>();
  for (const { line, column, severity } of worstOfLines(marks)) {
    // The marks may belong to an earlier, longer text.
    if (line < 1 || line > doc.lines) continue;
    const { from: start, text: content } = doc.line(line);
    const { from, to } = markedPart(content, column);
    numbers.add(start, start, parts[severity].number);
    if (from < to) text.add(start + from, start + to, parts[severity].text);
  }
  return { text: text.finish(), numbers: numbers.finish() };
}

const markedText = StateField.define<Marked>({
  create: () => ({ text: Decoration.none, numbers: RangeSet.empty }),
  update: ({ text, numbers }, { changes, effects, state }) => {
    const given = effects.findLast((effect) => effect.is(setMarks));
    if (given) return mark(state.doc, given.value);
    return { text: text.map(changes), numbers: numbers.map(changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ text }) => text),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
});

export type JsonEditor = {
  /** Replaces only the changed part, so that cursor and undo history are kept. */
  setText(text: string): void;
  setMarks(marks: readonly TextMark[]): void;
  setAttributes(attributes: Readonly<Record<string, string>>): void;
  select(from: number, to: number): void;
  /** Focuses the editor and selects from a position to the end of its line. */
  goTo(position: TextPosition): void;
  destroy(): void;
};

export type JsonEditorOptions = {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly wraps: boolean;
  /** Screen reader announcement after a selection is deleted. */
  readonly deleted: string;
  /** Called with the text after an edit by the user; line endings are LF. */
  readonly onText: (text: string) => void;
};

/** Annotates a change that the user did not make. */
const fromOutside = Annotation.define<true>();

/** `text` may have any line endings. Tab moves the focus out of the editor. */
export function createJsonEditor({ parent, text, wraps, deleted, onText }: JsonEditorOptions): JsonEditor {
  styleWithoutElement(parent.ownerDocument);
  const attributes = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...writing,
        EditorState.phrases.of({ 'Selection deleted': deleted }),
        wraps ? EditorView.lineWrapping : [],
        attributes.of([]),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (docChanged && !transactions.some((each) => each.annotation(fromOutside)))
            onText(state.doc.toString());
        }),
      ],
    }),
  });
  const select = (anchor: number, head: number): void => {
    view.focus();
    const end = view.state.doc.length;
    view.dispatch({
      selection: { anchor: Math.min(anchor, end), head: Math.min(head, end) },
      scrollIntoView: true,
    });
  };
  return {
    setText: (next) => {
      const changes = changedPart(view.state.doc.toString(), next.replaceAll(/\r\n?/g, '\n'));
      if (changes) view.dispatch({ changes, annotations: fromOutside.of(true) });
    },
    setMarks: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    setAttributes: (next) =>
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of({ ...next })) }),
    select,
    goTo: ({ line, column }) => {
      const { from, to } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      select(Math.min(from + column - 1, to), to);
    },
    destroy: () => view.destroy(),
  };
}

const writing: readonly Extension[] = [
  lineNumbers(),
  history(),
  json(),
  bracketMatching(),
  syntaxHighlighting(colours),
  markedText,
  editorTheme,
  keymap.of([...defaultKeymap, ...historyKeymap]),
];

/**
 * Makes CodeMirror use constructed style sheets: in a document, it adds a style element, which the CSP
 * blocks. This registers a fake shadow root and copies its style state to the document.
 */
function styleWithoutElement(document: Document): void {
  const root = { ownerDocument: document, adoptedStyleSheets: document.adoptedStyleSheets };
  StyleModule.mount(root as unknown as ShadowRoot, []);
  for (const key of Object.getOwnPropertySymbols(root))
    Object.assign(document, { [key]: Reflect.get(root, key) });
}
