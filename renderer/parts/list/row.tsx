import type { HTMLAttributes, ReactNode } from 'react';
import type { Failure } from '../../../preload/page.ts';
import { Icon, type IconName } from '../icons.tsx';

type Props = Omit<HTMLAttributes<HTMLDivElement>, 'title'> & {
  readonly tile: ReactNode;
  readonly name: string;
  /** Tooltip of the name. Defaults to the name. */
  readonly title?: string;
  /** Shown instead of the name. */
  readonly text?: ReactNode;
  readonly version?: string | null | undefined | false;
  readonly beside?: ReactNode;
  readonly second: ReactNode;
  readonly line?: ReactNode;
  /** If set, shown instead of the second line. */
  readonly failure?: Failure | null;
};

export function Row({ tile, name, title = name, text, version, beside, second, line, ...rest }: Props) {
  const { failure, className = '', children, ...attributes } = rest;
  return (
    <div className={`row ${className}`} {...attributes}>
      {tile}
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={title}>
            {text || name}
          </bdi>
          {version && <bdi className="row-version">{version}</bdi>}
          {beside}
        </div>
        <div className="row-second">
          {failure ? <RowText tone="tone-failed" role="alert" text={failure.message} /> : second}
        </div>
        {line}
      </div>
      {children}
    </div>
  );
}

type TextProps = { readonly text: string; readonly tone?: string; readonly role?: string };

export function RowText({ text, tone, role }: TextProps) {
  return (
    <span className={tone} role={role} dir="auto" title={text}>
      {text}
    </span>
  );
}

export function IconTile({ icon }: { readonly icon: IconName }) {
  return (
    <span className="tile" aria-hidden="true">
      <Icon name={icon} />
    </span>
  );
}

type StateProps = {
  readonly dot: 'good' | 'working' | 'failed' | 'off';
  readonly text: string;
  readonly tone?: string;
  readonly title?: string | undefined;
};

export function RowState({ dot, text, tone = '', title }: StateProps) {
  return (
    <div className="row-state" title={title}>
      {dot === 'failed' ? (
        <Icon name="failed" className="tone-failed" />
      ) : (
        <span className={`dot dot-${dot}`} aria-hidden="true" />
      )}
      <span className={`row-state-text ${tone}`}>{text}</span>
    </div>
  );
}

export function RowSide({ note, ...state }: StateProps & { readonly note: ReactNode }) {
  return (
    <div className="row-side">
      <RowState {...state} />
      {note && <div className="row-note">{note}</div>}
    </div>
  );
}
