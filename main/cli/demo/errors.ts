import { errorTable } from '../../base/errors.ts';

export const demoErrors = errorTable('demo', {
  early: 'report',
  notDelivered: 'report',
  silence: 'report',
  linkAnswer: 'report',
  noDownload: 'report',
  shorter: 'choose-file',
  noMessage: 'report',
  notSame: 'report',
  notActive: 'report',
});
