import type { Message } from '../../messages/message.ts';
export type PlistValue =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly PlistValue[]
  | PlistDictionary;

export type PlistDictionary = { readonly [key: string]: PlistValue };

/** Error for an invalid property list. `reason` continues a sentence such as “its Info.plist …”. */
export class PlistError extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(reason.code);
    this.reason = reason;
  }
}
