type Props = { readonly parts: readonly (string | null | false)[] };

/** What there is, beside the title; a part there is no room for is left out whole. */
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
