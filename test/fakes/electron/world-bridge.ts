/** Connects the worlds of the preload and the page by window events, whose details are copied. */
import type { Rows, WorldValues, worldValues } from './world-values.ts';

export type WorldBridge = {
  /** Exposes an API in the other world as a global variable. The empty name is reserved for internal use. */
  expose(name: string, api: unknown): void;
};

/** Runs once in each world, with the same `secret`. Calls `onExposed` for each API of the other world. */
export function openWorldBridge(
  secret: string,
  side: 'page' | 'preload',
  makeValues: typeof worldValues,
  onExposed: (name: string, api: unknown) => void,
): WorldBridge {
  type Answer = { readonly rows: Rows; readonly failed: boolean };
  type Message = Answer & { readonly act: string; readonly id: number; readonly name: string };
  const { dispatchEvent, addEventListener, CustomEvent: Event, MouseEvent: NodeEvent, Map: M } = globalThis;
  const here = `${secret} ${side}`;
  const there = `${secret} ${side === 'page' ? 'preload' : 'page'}`;
  const nodes = new M<number, EventTarget | null>();
  let lastNode = 0;
  let answer: Answer | null = null;

  const send = (message: Partial<Message>): Answer | null => {
    answer = null;
    dispatchEvent.call(globalThis, new Event(there, { detail: message }));
    return answer;
  };
  const answered = (reply: Answer | null): unknown => {
    const value = reply === null ? undefined : values.unpack(reply.rows, false);
    if (reply?.failed) throw new Error(String(value));
    return value;
  };
  /** Returns the result of `work`, or the message of its error or of Chromium's failure to copy it. */
  const attempt = (work: () => unknown): Answer => {
    let value: unknown;
    try {
      value = work();
    } catch (error) {
      return { rows: values.pack(values.messageOf(error)), failed: true };
    }
    try {
      return { rows: values.pack(value), failed: false };
    } catch (error) {
      return { rows: values.pack(`Uncaught ${String(error)}`), failed: true };
    }
  };
  const values: WorldValues = makeValues({
    call: (id, rows) => answered(send({ act: 'call', id, rows })),
    settled: (id, outcome) => send({ act: 'settlePromise', id, ...attempt(outcome) }),
    passNode: (node) => {
      const id = ++lastNode;
      dispatchEvent.call(globalThis, new NodeEvent(`${there} node`, { relatedTarget: node, detail: id }));
      return id;
    },
    nodeOf: (id) => {
      const node = nodes.get(id);
      nodes.delete(id);
      return node;
    },
  });
  const acts: Record<string, (message: Message) => void> = {
    answer: ({ rows, failed }) => {
      answer = { rows, failed };
    },
    call: ({ id, rows }) => {
      const given = values.unpack(rows, false) as unknown[];
      send({ act: 'answer', ...attempt(() => values.functionOf(id)(...given)) });
    },
    settlePromise: ({ id, rows, failed }) => values.settlePromise(id, rows, failed),
    expose: ({ name, rows }) =>
      void send({ act: 'answer', ...attempt(() => onExposed(name, values.unpack(rows, true))) }),
  };
  addEventListener.call(globalThis, here, (event) => {
    const message = (event as CustomEvent<Message>).detail;
    acts[message.act]?.(message);
  });
  addEventListener.call(globalThis, `${here} node`, (event) => {
    const { detail, relatedTarget } = event as MouseEvent;
    nodes.set(detail, relatedTarget);
  });
  return { expose: (name, api) => void answered(send({ act: 'expose', name, rows: values.pack(api) })) };
}
