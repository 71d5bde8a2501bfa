import { type Caller, calls, isCallName } from '../../preload/contract.ts';
import { toFailure } from '../base/errors.ts';
import type { ProjectView } from '../core/views/push.ts';
import type { BridgeHost } from './bridge.ts';
import { bridgeErrors } from './errors.ts';
import type { PagePaths } from './page-paths.ts';

/** Allows only calls that the contract permits to `caller`. If set, `paths` also checks paths from a page. */
export function restricted(bridge: BridgeHost, caller: Caller, paths: PagePaths | null): BridgeHost {
  return {
    onEvent: bridge.onEvent,
    call: async (name, values) => {
      try {
        if (isCallName(name)) {
          if (!calls[name].callers.includes(caller)) throw bridgeErrors.notAllowed({ name });
          await paths?.check(name, values);
        }
        const outcome = await bridge.call(name, values);
        if (outcome.ok && name === 'push.project.check') {
          paths?.allowFolder((values as { readonly folder: string }).folder);
          paths?.allowFolder((outcome.value as ProjectView).folder);
        }
        return outcome;
      } catch (error) {
        return { ok: false, ...toFailure(error) };
      }
    },
  };
}
