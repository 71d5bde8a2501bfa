import type { BridgeEvents, EventName } from '../../../preload/page.ts';
import type { BridgeHost } from '../../bridge/bridge.ts';
import { localiseEvent } from '../../bridge/localise.ts';

export type PageEvents = {
  onEvent(listener: <Name extends EventName>(name: Name, value: BridgeEvents[Name]) => void): () => void;
};

export function pageEvents(parts: {
  readonly bridge: Pick<BridgeHost, 'onEvent'>;
  readonly locale: () => string;
}): PageEvents {
  return {
    onEvent: (listener) =>
      parts.bridge.onEvent((name, value) =>
        listener(name, localiseEvent(name, value, parts.locale()) as never),
      ),
  };
}
