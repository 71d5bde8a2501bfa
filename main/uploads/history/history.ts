import type { Database } from '../../base/database/database.ts';
import { searchTerms } from '../../base/search-text.ts';
import { uploadErrors } from '../errors.ts';
import { readStored } from '../journal/stored-records.ts';
import type { UploadRecord } from '../record/record.ts';
import type { HistoryQuery } from './history-view.ts';

export type RecordPage = {
  readonly records: readonly UploadRecord[];
  readonly cursor: string | null;
  readonly total: number;
};

type PageEnd = { readonly at: number; readonly id: string };

type RecordRow = PageEnd & { readonly record: UploadRecord };

type Row = { readonly id: string; readonly at: number; readonly record: string };

export type History = {
  page(query: HistoryQuery): RecordPage;
  count(): number;
  /** Yields all matches in pages of `pageSize` records. */
  pages(query: Omit<HistoryQuery, 'limit' | 'cursor'>, pageSize: number): Generator<readonly UploadRecord[]>;
};

export function createHistory(database: Database): History {
  const count = (filter: Filter): number =>
    database.get<{ n: number }>(
      `SELECT count(*) AS n FROM history WHERE ${filter.sql.join(' AND ')}`,
      ...filter.values,
    )?.n ?? 0;
  const rowsAfter = (mark: PageEnd | null, filter: Filter, limit: number): RecordRow[] => {
    const later = mark ? ['(at, history.id) < (?, ?)'] : [];
    const sql = [...filter.sql, ...later].join(' AND ');
    return readStored<Row>(
      database,
      `SELECT history.id AS id, at, record FROM history JOIN uploads USING (id) WHERE ${sql}
       ORDER BY at DESC, history.id DESC LIMIT ?`,
      ...filter.values,
      ...(mark ? [mark.at, mark.id] : []),
      limit,
    );
  };
  return {
    page: (query) => {
      const filter = filterOf(query);
      const mark = query.cursor === undefined ? null : markOf(query.cursor);
      const rows = rowsAfter(mark, filter, query.limit + 1);
      const shown = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? shown.at(-1) : undefined;
      return {
        records: shown.map((row) => row.record),
        cursor: last ? `${last.at}.${last.id}` : null,
        total: count(filter),
      };
    },
    count: () => count(filterOf({})),
    *pages(query, pageSize) {
      const filter = filterOf(query);
      let mark: PageEnd | null = null;
      do {
        const rows = rowsAfter(mark, filter, pageSize);
        if (rows.length > 0) yield rows.map((row) => row.record);
        mark = rows.length < pageSize ? null : (rows.at(-1) ?? null);
      } while (mark);
    },
  };
}

function markOf(cursor: string): PageEnd {
  const [, at, id] = /^(-?\d{1,16})\.(.{1,200})$/s.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw uploadErrors.badCursor({});
  return { at: Number(at), id };
}

type Filter = { readonly sql: readonly string[]; readonly values: readonly (string | number)[] };

function filterOf(query: Omit<HistoryQuery, 'limit' | 'cursor'>): Filter {
  const sql = ['1'];
  const values: (string | number)[] = [];
  const add = (condition: string, ...given: readonly (string | number)[]): void => {
    sql.push(condition);
    values.push(...given);
  };
  if (query.states && query.states.length > 0) {
    add(`history.state IN (${query.states.map(() => '?').join(', ')})`, ...query.states);
  }
  if (query.accountId !== undefined) add('history.account_id = ?', query.accountId);
  if (query.folderId !== undefined) add('folder_id = ?', query.folderId);
  if (query.after !== undefined) add('at >= ?', query.after);
  if (query.before !== undefined) add('at < ?', query.before);
  // Unlike LIKE and MATCH, `instr` has no wildcards.
  for (const word of searchTerms(query.text ?? '')) add('instr(text, ?) > 0', word);
  return { sql, values };
}
