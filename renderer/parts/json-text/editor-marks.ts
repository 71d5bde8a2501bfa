/** Marks of what is wrong: a line under the text, and a coloured number before the line. They move with the text. */
import { RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';
import { markedPart, type TextMark, worstOfLines } from '../../logic/push/json-marks.ts';

export const setMarks = StateEffect.define<readonly TextMark[]>();

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
    // What was read may be a text of a moment ago.
    if (line < 1 || line > doc.lines) continue;
    const { from: start, text: content } = doc.line(line);
    const { from, to } = markedPart(content, column);
    numbers.add(start, start, parts[severity].number);
    if (from < to) text.add(start + from, start + to, parts[severity].text);
  }
  return { text: text.finish(), numbers: numbers.finish() };
}

export const markedText = StateField.define<Marked>({
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
