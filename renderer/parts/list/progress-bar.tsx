type Props = {
  /** 0 to 1; null when it is not known how much is left. */
  readonly fraction: number | null;
  readonly label: string;
  readonly text?: string;
};

export function ProgressBar({ fraction, label, text }: Props) {
  return (
    <div
      className={`progress ${fraction === null ? 'progress-unknown' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={fraction === null ? undefined : Math.floor(fraction * 100)}
      aria-valuetext={text}
    >
      <div className="progress-done" style={{ transform: `scaleX(${fraction ?? 1})` }} />
    </div>
  );
}
