import { errorTable } from '../../base/errors.ts';

export const localErrors = errorTable('local', {
  otherVersion: {
    remedy: 'none',
    message: (p: { theirs: string; ours: string }) =>
      `The Slipway that is running is version ${p.theirs}, this one is ${p.ours}. Quit it and start it again, or use the same version.`,
  },
  refused: {
    remedy: 'report',
    message: () => 'The Slipway that is running did not accept this command. Quit it and start it again.',
  },
  closed: {
    remedy: 'retry',
    message: () =>
      'The Slipway that did the work has ended. What it had in its queue is kept and goes on with its next start.',
  },
  garbled: {
    remedy: 'report',
    message: () => 'What another program sent to this Slipway is not a message it understands.',
  },
});
