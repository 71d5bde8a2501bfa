export type BarRow = {
  readonly key: string;
  readonly name: string;
  readonly note?: string | null;
  /** Lengths of the bars, 0 to 1. The bars overlap, the last one on top. */
  readonly shares: readonly number[];
  readonly values: readonly string[];
};

type Props = {
  readonly label: string;
  readonly names: string;
  readonly columns: readonly string[];
  readonly rows: readonly BarRow[];
};

export function BarTable({ label, names, columns, rows }: Props) {
  const bars = Math.max(0, ...rows.map(({ shares }) => shares.length));
  const hasKey = bars > 1;
  return (
    <div className="bars">
      {hasKey && (
        <ul className="bars-key" aria-hidden="true">
          {columns.slice(0, bars).map((column, index) => (
            <li key={column}>
              <Swatch index={index} /> {column}
            </li>
          ))}
        </ul>
      )}
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="bars-name">
              <span className={hasKey ? 'visually-hidden' : undefined}>{names}</span>
            </th>
            <td className="bars-bar" />
            {columns.map((column, index) => (
              <th key={column} scope="col" className="bars-value">
                {hasKey && index < bars ? (
                  <>
                    <Swatch index={index} />
                    <span className="visually-hidden">{column}</span>
                  </>
                ) : (
                  column
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="bars-name">
                <span className="bars-names" title={[row.name, row.note].filter(Boolean).join(' ')}>
                  <bdi>{row.name}</bdi>
                  {row.note && <bdi className="bars-beside">{row.note}</bdi>}
                </span>
              </th>
              <td className="bars-bar">
                <Bar shares={row.shares} />
              </td>
              {row.values.map((value, index) => (
                <td key={columns[index]} className="bars-value">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Swatch({ index }: { readonly index: number }) {
  return (
    <svg className="swatch" aria-hidden="true" focusable="false">
      <rect className={`bar-${index}`} width="100%" height="100%" rx="2" />
    </svg>
  );
}

function Bar({ shares }: Pick<BarRow, 'shares'>) {
  return (
    <svg className="bar" aria-hidden="true" focusable="false">
      <rect className="bar-ground" width="100%" height="100%" rx="2" />
      {shares.map(
        (share, index) =>
          share > 0 && (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position
              key={index}
              className={`bar-${shares.length > 1 ? index : 2}`}
              width={`${Math.max(2, share * 100)}%`}
              height="100%"
              rx="2"
            />
          ),
      )}
    </svg>
  );
}
