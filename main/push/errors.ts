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
  cannotEdit: {
    remedy: 'check-input',
    message: (p: Place) =>
      `The mapping file cannot be changed: at ${at(p)} an object in braces is expected. Correct that in the text first.`,
  },
  emptyName: {
    remedy: 'check-input',
    message: () => 'The name is empty. Enter the name under which the value arrives.',
  },
  noSuchProperty: {
    remedy: 'check-input',
    message: (p: { property: string }) => `The mapping has no property “${p.property}”.`,
  },
  nameTaken: {
    remedy: 'check-input',
    message: (p: { property: string }) =>
      `The mapping has a property “${p.property}” already. Remove that one first, or choose another name.`,
  },
  noFolder: {
    remedy: 'choose-folder',
    message: (p: { path: string }) =>
      `${p.path} is no folder. Choose the project folder, the one that holds “config”.`,
  },
  changedMeanwhile: {
    remedy: 'retry',
    message: (p: { path: string }) =>
      `${p.path} is not as it was when it was checked, so nothing was changed. Check again.`,
  },
  isLink: {
    remedy: 'check-input',
    message: (p: { path: string }) =>
      `${p.path} is a link, or lies outside the workspace or behind a link out of it, so it was not changed.`,
  },
});
