import { expect, test } from 'vitest';
import type { Remedy } from '../../../main/base/failure.ts';
import { exitCodeOf } from '../../../main/cli/exit-codes.ts';

test('exitCodeOf returns the documented exit code of each failure', () => {
  const cases: readonly (readonly [string, Remedy, number])[] = [
    ['api/unauthorized', 'sign-in', 3],
    ['api/refused', 'check-network', 4],
    ['api/unexpectedResponse', 'check-address', 4],
    ['lock/inUse', 'wait', 5],
    ['cli/noRecipients', 'check-input', 2],
    ['settings/unknownAccount', 'check-input', 2],
    ['base/cancelled', 'none', 130],
    ['file/missing', 'choose-file', 1],
    ['internal/unexpected', 'report', 1],
  ];
  for (const [code, remedy, expected] of cases) expect(exitCodeOf({ code, remedy }), code).toBe(expected);
});
