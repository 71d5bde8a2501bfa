import type { BridgeEvents, EventName } from '../../../preload/page.ts';
import type { BridgeHost } from '../../bridge/bridge.ts';
import { saidEvent } from '../../bridge/said.ts';

/** What is told to the page and to all that speaks beside it. */
export type PageEvents = {
  onEvent(listener: <Name extends EventName>(name: Name, value: BridgeEvents[Name]) => void): () => void;
};

/** The events of the bridge in the language that is chosen when they come. */
export function pageEvents(parts: {
  readonly bridge: Pick<BridgeHost, 'onEvent'>;
  readonly locale: () => string;
}): PageEvents {
  return {
    onEvent: (listener) =>
      parts.bridge.onEvent((name, value) => listener(name, saidEvent(name, value, parts.locale()) as never)),
  };
}
