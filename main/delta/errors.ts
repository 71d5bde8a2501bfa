import { errorTable } from '../base/errors.ts';

/** Reasons to refuse a recipe. The caller then sends the whole build. */
export const deltaErrors = errorTable('delta', {
  damaged: 'retry',
  otherBase: 'retry',
  wrongResult: 'retry',
  tooCostly: 'retry',
  tooLarge: 'choose-file',
  changed: 'retry',
});
