import { type ReactNode, useState } from 'react';

type Props = {
  readonly title: string;
  /** Short texts of the folded values that differ from their defaults. */
  readonly chips?: readonly string[];
  /** True to render the children only while unfolded. */
  readonly onDemand?: boolean;
  readonly children: ReactNode;
};

/** Rarely needed fields or facts, folded. Chips show the folded values. */
export function Folded({ title, chips = [], onDemand = false, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="advanced" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{title}</span>
        {!open && chips.length > 0 && (
          <span className="folded-chips">
            {chips.map((chip) => (
              <span key={chip} className="chip folded-chip">
                <span className="chip-name" dir="auto">
                  {chip}
                </span>
              </span>
            ))}
          </span>
        )}
      </summary>
      {(open || !onDemand) && children}
    </details>
  );
}
