import { errorTable } from '../base/errors.ts';

export const bridgeErrors = errorTable('bridge', {
  unknownCall: {
    remedy: 'report',
    message: (p: { name: string }) => `There is no call “${p.name.slice(0, 80)}”.`,
  },
  badArguments: {
    remedy: 'check-input',
    message: (p: { name: string; problem: string }) =>
      `The values given to “${p.name}” are not right: ${p.problem}`,
  },
});
