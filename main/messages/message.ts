/** Message code of `assets/locales` with values. Plain data that can be stored and sent; see `text.ts`. */
import { isDeepStrictEqual } from 'node:util';
import type { MainMessages } from '../../assets/locales/resources.d.ts';

export type Message = {
  /** `group/key`, as in `uploads/unknown`. */
  readonly code: string;
  readonly values?: MessageValues;
};

export type MessageValue =
  | string
  | number
  | boolean
  | null
  | Message
  | MessageValues
  | readonly MessageValue[];
export type MessageValues = { readonly [name: string]: MessageValue };

export type Group = keyof MainMessages & string;

type Whole<Key> = Key extends `${infer Name}_${string}` ? Name : Key;

/** Keys of a group without form suffixes: `sounds` for `sounds_one` and `sounds_other`. */
export type Keys<In extends Group> = Whole<keyof MainMessages[In] & string>;

export type Code = { [In in Group]: `${In}/${Keys<In>}` }[Group];

type Forms<In extends Group, Key extends string> = {
  [Form in keyof MainMessages[In]]: Form extends Key | `${Key}_${string}` ? MainMessages[In][Form] : never;
}[keyof MainMessages[In]];

type Name<Inside> = Inside extends `${infer Before},${string}` ? Before : Inside;
type Names<Text> = Text extends `${string}{{${infer Inside}}}${infer Rest}`
  ? Name<Inside> | Names<Rest>
  : never;

/** Values of a message: a value for each placeholder in any of the message's forms. */
export type ValuesOf<In extends Group, Key extends string> = {
  readonly [Value in Names<Forms<In, Key>>]: Value extends 'count' ? number : MessageValue;
};

type ValuesAt<Of extends Code> = Of extends `${infer In extends Group}/${infer Key}`
  ? ValuesOf<In, Key>
  : never;

/** Values of a code as rest parameters; optional if its text has no placeholders. */
export type ValuesOfCode<Of extends Code> = [keyof ValuesAt<Of>] extends [never]
  ? [values?: MessageValues]
  : [values: ValuesAt<Of> & MessageValues];

/** Creates a message. Values of placeholders are required; additional values can select a form. */
export function messageOf<const Of extends Code>(code: Of, ...[values]: ValuesOfCode<Of>): Message {
  return values === undefined ? { code } : { code, values };
}

export function addMessage(messages: readonly Message[], added: Message): Message[] {
  return messages.some((message) => isDeepStrictEqual(message, added)) ? [...messages] : [...messages, added];
}

/** Joins messages: sentences with spaces, problems with semicolons. Throws TypeError for an empty list. */
export function joinMessages(how: 'text/sentences' | 'text/problems', messages: readonly Message[]): Message {
  return messages.reduce((first, second) => messageOf(how, { first, second }));
}
