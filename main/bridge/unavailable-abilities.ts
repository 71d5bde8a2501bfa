import { type CodedError, toFailure } from '../base/errors.ts';
import type { HostAbilities } from './host-abilities.ts';

/** Returns abilities that fail with `reason`, for hosts other than the installed application. */
export function unavailableAbilities(
  version: string,
  reason: () => CodedError,
): Pick<HostAbilities, 'loginItem' | 'updates' | 'showNotice'> {
  const refuse = async (): Promise<never> => {
    throw reason();
  };
  return {
    showNotice: refuse,
    loginItem: {
      view: async () => ({ enabled: false, unavailable: toFailure(reason()) }),
      set: refuse,
    },
    updates: {
      view: () => ({ state: 'off', reason: toFailure(reason()), version, checkedAt: null }),
      check: refuse,
      install: refuse,
      onChange: () => () => {},
    },
  };
}
