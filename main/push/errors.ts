import { errorTable } from '../base/errors.ts';

type Place = { readonly line: number; readonly column: number };

const at = (place: Place): string => `line ${place.line}, column ${place.column}`;

export const pushErrors = errorTable('push', {
  notJson: {
    remedy: 'check-input',
    message: (p: Place & { problem: string }) =>
      `The mapping file is not valid JSON (${at(p)}): ${p.problem}`,
  },
  invalidMapping: {
    remedy: 'check-input',
    message: (p: Place & { problem: string }) => `The mapping file cannot be used (${at(p)}): ${p.problem}`,
  },
});
