import { Fragment, type ReactNode } from 'react';
import { type NotePart, noteBlocks } from '../logic/note-blocks.ts';
import { useCommand } from '../state/data/calls.ts';
import { Button } from './button.tsx';

/** A Markdown release note with headings, lists, bold text and links. */
export function NoteText({ note }: { readonly note: string }) {
  return (
    <div className="note-text" dir="auto">
      {noteBlocks(note).map(({ kind, lines }, index) => {
        const key = `${kind} ${index}`;
        const shown = lines.map(
          (parts, line) => [`${key} ${line}`, <Parts key={key} parts={parts} />] as const,
        );
        if (kind === 'heading') return <h4 key={key}>{shown.map(([, parts]) => parts)}</h4>;
        return kind === 'list' ? (
          <ul key={key}>
            {shown.map(([id, parts]) => (
              <li key={id}>{parts}</li>
            ))}
          </ul>
        ) : (
          <p key={key}>
            {shown.map(([id, parts], line) => (
              <Fragment key={id}>
                {line > 0 && <br />}
                {parts}
              </Fragment>
            ))}
          </p>
        );
      })}
    </div>
  );
}

function Parts({ parts }: { readonly parts: readonly NotePart[] }): ReactNode {
  const open = useCommand('app.openLink');
  return parts.map(({ text, strong, href }, index) => {
    const key = `${index} ${text}`;
    if (href) {
      return (
        <Button
          key={key}
          variant="quiet"
          className="note-link"
          title={href}
          onClick={() => open.mutate({ url: href })}
        >
          {text}
        </Button>
      );
    }
    return strong ? <strong key={key}>{text}</strong> : <Fragment key={key}>{text}</Fragment>;
  });
}
