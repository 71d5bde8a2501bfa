export type BarCell = {
  readonly text: string;
  /** Length of the bar below the text, 0 to 1; null for no bar. */
  readonly share: number | null;
};

export type BarRow = {
  readonly key: string;
  readonly name: string;
  readonly note?: string | null;
  readonly cells: readonly BarCell[];
};

type Props = {
  readonly label: string;
  readonly names: string;
  readonly columns: readonly string[];
  readonly rows: readonly BarRow[];
  readonly total?: BarRow | null;
};

export function BarTable({ label, names, columns, rows, total = null }: Props) {
  return (
    <table className="bars" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{names}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className="bars-value">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BarLine key={row.key} row={row} columns={columns} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <BarLine row={total} columns={columns} />
        </tfoot>
      )}
    </table>
  );
}

function BarLine({ row, columns }: { readonly row: BarRow } & Pick<Props, 'columns'>) {
  return (
    <tr>
      <th scope="row" className="bars-name">
        <span className="bars-names" title={[row.name, row.note].filter(Boolean).join(' ')}>
          <bdi>{row.name}</bdi>
          {row.note && <bdi className="bars-beside">{row.note}</bdi>}
        </span>
      </th>
      {row.cells.map(({ text, share }, index) => (
        <td key={columns[index]} className="bars-value">
          {text}
          {share !== null && <Bar share={share} />}
        </td>
      ))}
    </tr>
  );
}

function Bar({ share }: { readonly share: number }) {
  return (
    <svg className="bar" aria-hidden="true" focusable="false">
      <rect className="bar-ground" width="100%" height="100%" rx="2" />
      {share > 0 && (
        <rect className="bar-share" width={`${Math.max(4, share * 100)}%`} height="100%" rx="2" />
      )}
    </svg>
  );
}
