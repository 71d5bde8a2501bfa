type Props = { readonly parts: readonly (string | null | false)[] };

export function Totals({ parts }: Props) {
  return parts
    .filter((part) => part !== null && part !== false)
    .map((part, index) => (
      <span key={part} className="totals-part">
        {index > 0 && '· '}
        {part}{' '}
      </span>
    ));
}
