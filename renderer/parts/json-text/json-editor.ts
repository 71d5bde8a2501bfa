/** An editor for JSON with numbered lines and matched brackets. In a file of its own that is loaded where a text is written. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { changedPart, type TextMark } from '../../logic/push/json-marks.ts';
import type { TextPlace } from '../../logic/push/project.ts';
import { colours, editorTheme } from './editor-look.ts';
import { markedText, setMarks } from './editor-marks.ts';
import { styleWithoutElement } from './editor-styles.ts';

export type JsonEditor = {
  /** Puts in what differs; the cursor and what can be undone stay. */
  setText(text: string): void;
  setMarks(marks: readonly TextMark[]): void;
  /** What the field says of itself: its name, its notes, whether it is wrong. */
  setAttributes(attributes: Readonly<Record<string, string>>): void;
  /** Takes the focus and selects from one offset to another. */
  select(from: number, to: number): void;
  /** Takes the focus and selects from a place to the end of its line. */
  goTo(place: TextPlace): void;
  destroy(): void;
};

export type JsonEditorOptions = {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly wraps: boolean;
  /** Said to a screen reader when what was selected is deleted. */
  readonly deleted: string;
  /** Of what a person changed, with `\n` between lines. */
  readonly onText: (text: string) => void;
};

/** A change that was not made by the person. */
const fromOutside = Annotation.define<true>();

/** `text` may have line ends of any kind. Tab is left to the page: it leads out of the field. */
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
