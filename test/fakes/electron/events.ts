import type { EventEmitter } from 'node:events';

export type Cancellable = { defaultPrevented: boolean; preventDefault(): void };

/** Creates an event whose default action a listener can prevent. */
export function cancellable<Fields extends object>(fields: Fields): Fields & Cancellable {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** Returns true if a listener prevented the event that `send` emits. */
export function isPrevented(send: (event: Cancellable) => void): boolean {
  const event = cancellable({});
  send(event);
  return event.defaultPrevented;
}

/** Makes methods throw, as on a destroyed native object, except those of EventEmitter and `remaining`. */
export function destroyMembers(object: EventEmitter, remaining: readonly string[]): void {
  const throws = (): never => {
    throw new TypeError('Object has been destroyed');
  };
  for (let level = Object.getPrototypeOf(object); isOfDouble(level); level = Object.getPrototypeOf(level)) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof member.value !== 'function' || name === 'constructor' || remaining.includes(name)) continue;
      Object.defineProperty(object, name, { value: throws, configurable: true });
    }
  }
}

const isOfDouble = (level: object): boolean => !Object.hasOwn(level, 'emit');
