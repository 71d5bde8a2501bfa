import { type BridgeEvents, calls, type EventName, isCallName } from '../../preload/contract.ts';
import { failedOutcome } from '../base/errors.ts';
import type { Outcome } from '../base/failure.ts';
import { problemsIn } from '../base/issues.ts';
import { versionView } from '../core/apps/app-views.ts';
import type { Core } from '../core.ts';
import { bridgeErrors } from './errors.ts';
import { createHandlers } from './handlers.ts';
import type { HostAbilities } from './host-abilities.ts';

export type BridgeHost = {
  /** Validates name and arguments and runs the handler. Never throws: errors become coded failures. */
  call(name: string, values: unknown): Promise<Outcome<unknown>>;
  /** Calls `listener` for every event of the contract; the returned function removes it. */
  onEvent(listener: (name: EventName, value: BridgeEvents[EventName]) => void): () => void;
};

export function createBridge(core: Core, host: HostAbilities): BridgeHost {
  const handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = createHandlers(core, host);
  return {
    call: async (name, values) => {
      try {
        if (!isCallName(name)) throw bridgeErrors.unknownCall({ name: String(name) });
        const checked = calls[name].arguments.safeParse(values, { reportInput: true, jitless: true });
        if (!checked.success) {
          throw bridgeErrors.badArguments({ name, problem: problemsIn(checked.error) });
        }
        const dot = name.lastIndexOf('.');
        const handler = handlers[name.slice(0, dot)]?.[name.slice(dot + 1)] as (values: unknown) => unknown;
        return { ok: true, value: (await handler(checked.data)) ?? null };
      } catch (error) {
        return failedOutcome(error);
      }
    },
    onEvent: (listener) => {
      const stops = [
        core.uploads.events.on('changed', (upload) => listener('uploads.changed', upload)),
        core.uploads.events.on('versionUpdated', (upload) => listener('uploads.changed', upload)),
        core.uploads.events.on('removed', (upload) => listener('uploads.removed', upload)),
        core.uploads.events.on('evicted', (upload) => listener('uploads.evicted', upload)),
        core.uploads.events.on('progress', (progress) => listener('uploads.progress', progress)),
        core.uploads.events.on('paused', (paused) => listener('uploads.paused', paused)),
        core.uploads.events.on('blocks', (blocks) => listener('uploads.blocks', blocks)),
        core.folders.events.on('changed', (folders) => listener('folders.changed', folders)),
        core.issues.events.on('changed', (issues) => listener('app.issues', issues)),
        core.accounts.events.on('changed', (accounts) => listener('accounts.changed', accounts)),
        core.service.events.on('changed', (status) => listener('service.changed', status)),
        core.administration.events.on('changed', (change) => listener('service.dataChanged', change)),
        core.administration.requestEvents.on('added', (entries) => listener('service.requested', entries)),
        core.network.events.on('changed', (view) => listener('network.changed', view)),
        core.preferences.events.on('changed', (view) => listener('settings.changed', view)),
        core.apps.events.on('changed', ({ accountId, versions }) =>
          listener('apps.changed', { accountId, versions: versions?.map(versionView) ?? null }),
        ),
        core.store.events.on('changed', (change) => listener('store.changed', change)),
        host.updates.onChange((view) => listener('updates.changed', view)),
        core.settings.onChange(({ now, before }) => {
          if (now.language !== before.language) listener('app.language', { locale: now.language });
        }),
        host.onShow((value) => listener('app.openScreen', value)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
