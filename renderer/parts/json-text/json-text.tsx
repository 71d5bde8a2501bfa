import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { TextMark } from '../../logic/push/json-marks.ts';
import { lineStart, type TextPosition } from '../../logic/push/project.ts';
import { t } from '../../messages.ts';
import { Field } from '../fields/fields.tsx';
import type { JsonEditor, JsonEditorOptions } from './json-editor.ts';

/** Focuses the field and selects from a position to the end of its line. */
export type TextHandle = { goTo(position: TextPosition): void };

type Props = {
  readonly ref?: Ref<TextHandle>;
  readonly className: string;
  readonly label: string;
  readonly id?: string;
  readonly describedBy?: string | undefined;
  readonly value: string;
  readonly marks?: readonly TextMark[];
  /** False disables line wrapping. */
  readonly wraps?: boolean;
  readonly onText: (text: string) => void;
};

const none: readonly TextMark[] = [];

/** JSON field. Shows a plain text area until the editor is loaded, or permanently if loading fails. */
export function JsonText(props: Props) {
  const { ref, className, label, id, describedBy, value, marks = none, wraps = true, onText } = props;
  const isWrong = marks.some(({ severity }) => severity === 'error');
  const area = useRef<HTMLTextAreaElement>(null);
  const { box, editor, made } = useEditor({ value, wraps, onText, area });
  useLayoutEffect(() => editor?.setText(value), [editor, value]);
  useLayoutEffect(() => editor?.setMarks(marks), [editor, marks]);
  useLayoutEffect(
    () =>
      editor?.setAttributes({
        'aria-label': label,
        dir: 'ltr',
        // This is the default, but some accessibility checkers require it explicitly.
        tabindex: '0',
        ...(id ? { id } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(isWrong ? { 'aria-invalid': 'true' } : {}),
      }),
    [editor, label, id, describedBy, isWrong],
  );
  useImperativeHandle(ref, () => ({
    goTo: (position) => {
      if (made.current) made.current.goTo(position);
      else if (area.current) goToIn(area.current, position);
    },
  }));
  return (
    <div ref={box} className={`json-text ${className}`} dir="ltr">
      {!editor && (
        <textarea
          ref={area}
          id={id}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          wrap={wraps ? 'soft' : 'off'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

type FieldProps = Omit<Props, 'id' | 'describedBy' | 'wraps'> & {
  readonly hint?: string | undefined;
};

export function JsonField({ label, hint, ...rest }: FieldProps) {
  return (
    <Field label={label} hint={hint}>
      {({ id, 'aria-describedby': describedBy }) => (
        <JsonText label={label} id={id} describedBy={describedBy} {...rest} />
      )}
    </Field>
  );
}

type EditorProps = Pick<Props, 'value' | 'onText'> & {
  readonly wraps: boolean;
  readonly area: { readonly current: HTMLTextAreaElement | null };
};

/**
 * Creates the editor with the focus and selection of the text area. `made` contains it immediately, and
 * `editor` only after the text area is removed.
 */
function useEditor({ value, wraps, onText, area }: EditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [create, setCreate] = useState(() => loadedEditor());
  const [editor, setEditor] = useState<JsonEditor | null>(null);
  const made = useRef<JsonEditor | null>(null);
  const latest = useRef({ value, onText });
  useLayoutEffect(() => {
    latest.current = { value, onText };
  });
  useEffect(() => {
    let isShown = true;
    void loadEditor().then((loaded) => {
      if (isShown) setCreate(() => loaded);
    });
    return () => {
      isShown = false;
    };
  }, []);
  useLayoutEffect(() => {
    const parent = box.current;
    if (!create || !parent) return;
    const next = create({
      parent,
      wraps,
      deleted: t('common.selectionDeleted'),
      text: latest.current.value,
      onText: (text) => latest.current.onText(text),
    });
    const plain = area.current;
    if (plain && plain === document.activeElement) next.select(plain.selectionStart, plain.selectionEnd);
    made.current = next;
    setEditor(next);
    return () => {
      next.destroy();
      made.current = null;
      setEditor(null);
    };
  }, [create, wraps, area]);
  return { box, editor, made };
}

function goToIn(field: HTMLTextAreaElement, { line, column }: TextPosition): void {
  const start = lineStart(field.value, line);
  const end = field.value.indexOf('\n', start);
  field.focus();
  field.setSelectionRange(start + column - 1, end < 0 ? field.value.length : end);
  field.scrollTop = Math.max(0, (line - 3) * Number.parseFloat(getComputedStyle(field).lineHeight));
}

type Create = (options: JsonEditorOptions) => JsonEditor;

let loaded: Create | null = null;

const loadedEditor = (): Create | null => loaded;

/** Returns null if the editor cannot be loaded. The next JSON field tries again. */
async function loadEditor(): Promise<Create | null> {
  try {
    loaded ??= (await import('./json-editor.ts')).createJsonEditor;
  } catch (error) {
    // The text area is still usable, so the user is not notified.
    reportError(error);
  }
  return loaded;
}
