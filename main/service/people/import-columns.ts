/** Finds the columns email, name and team by the header row. Without a header row, they are in this order. */
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { emailAddress } from './email-address.ts';
import { truncate } from './validation.ts';

const columnNames = ['email', 'name', 'team'] as const;
type ColumnName = (typeof columnNames)[number];

export type Columns = {
  readonly heading: boolean;
  /** Index of each column; -1 if it is missing. */
  readonly indexes: Readonly<Record<ColumnName, number>>;
  readonly width: number;
  readonly unused: readonly string[];
};

/** Column names in address book exports, without accents, spaces and punctuation. */
const headings: Readonly<Record<ColumnName, readonly string[]>> = {
  email: [
    ...['email', 'emailaddress', 'emailaddressrequired', 'email1value', 'mail', 'mailaddress'],
    ...['emailadresse', 'mailadresse', 'adresseemail', 'adressemail', 'courriel'],
    ...['correo', 'correoelectronico', 'eposta', 'epost'],
  ],
  name: ['name', 'fullname', 'displayname', 'nom', 'nombre', 'nome', 'naam', 'navn', 'namn', 'isim'],
  team: ['team', 'teams', 'teamname', 'group', 'groups', 'gruppe', 'groupe', 'equipe', 'equipo', 'grupo'],
};

/** Throws `service/badCsv` if the header row has a duplicate column or no email column. */
export function readColumns(firstRow: readonly string[]): Columns {
  const found = firstRow.map((cell) => columnOf(cell));
  if (firstRow.some((cell) => emailAddress(cell) !== null) || found.every((one) => one === null)) {
    return { heading: false, indexes: { email: 0, name: 1, team: 2 }, width: columnNames.length, unused: [] };
  }
  if (!found.includes('email')) throw serviceErrors.badCsv({ reason: messageOf('import/noAddresses') });
  for (const meaning of columnNames) {
    const twice = firstRow.filter((_, column) => found[column] === meaning);
    if (twice.length > 1)
      throw serviceErrors.badCsv({
        reason: messageOf('import/ambiguous', { column: meaning, names: twice }),
      });
  }
  const width = firstRow.findLastIndex((cell) => cell !== '') + 1;
  return {
    heading: true,
    indexes: {
      email: found.indexOf('email'),
      name: found.indexOf('name'),
      team: found.indexOf('team'),
    },
    width,
    unused: firstRow
      .slice(0, width)
      .map((cell, column) => (cell === '' ? `column ${column + 1}` : truncate(cell)))
      .filter((_, column) => found[column] === null),
  };
}

function columnOf(cell: string): ColumnName | null {
  if (cell.length > 100) return null;
  const word = cell
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return columnNames.find((meaning) => headings[meaning].includes(word)) ?? null;
}
