/**
 * What a person will read, as the code of a message of `assets/locales` and its values. Text is made of it where it is
 * shown, by `text.ts`. It is plain data, so it can be kept and sent. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { MainMessages } from '../../assets/locales/resources.d.ts';

export type Message = {
  /** `group/key`, as in `uploads/unknown`. */
  readonly code: string;
  /** Absent when the message has none. */
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

/** The keys of a group without the endings of their forms: `sounds` for `sounds_one` and `sounds_other`. */
export type Keys<In extends Group> = Whole<keyof MainMessages[In] & string>;

/** Every code there is. */
export type Code = { [In in Group]: `${In}/${Keys<In>}` }[Group];

type Forms<In extends Group, Key extends string> = {
  [Form in keyof MainMessages[In]]: Form extends Key | `${Key}_${string}` ? MainMessages[In][Form] : never;
}[keyof MainMessages[In]];

type Name<Inside> = Inside extends `${infer Before},${string}` ? Before : Inside;
type Names<Text> = Text extends `${string}{{${infer Inside}}}${infer Rest}`
  ? Name<Inside> | Names<Rest>
  : never;

/** What a message is made with: a value for each name in any of its forms. */
export type ValuesOf<In extends Group, Key extends string> = {
  readonly [Value in Names<Forms<In, Key>>]: Value extends 'count' ? number : MessageValue;
};

type ValuesAt<Of extends Code> = Of extends `${infer In extends Group}/${infer Key}`
  ? ValuesOf<In, Key>
  : never;

/** The values of a code as the rest of a call; none where its text names none. */
export type ValuesOfCode<Of extends Code> = [keyof ValuesAt<Of>] extends [never]
  ? [values?: MessageValues]
  : [values: ValuesAt<Of> & MessageValues];

/** A message by its code, held to the values its text names; others may come along for its forms. */
export function messageOf<const Of extends Code>(code: Of, ...[values]: ValuesOfCode<Of>): Message {
  return values === undefined ? { code } : { code, values };
}

/** With a message that is not among them yet. */
export function withMessage(messages: readonly Message[], added: Message): Message[] {
  return messages.some((message) => isDeepStrictEqual(message, added)) ? [...messages] : [...messages, added];
}

/** Messages one after the other: whole sentences, or problems with semicolons between. None must be missing. */
export function together(how: 'text/sentences' | 'text/problems', messages: readonly Message[]): Message {
  return messages.reduce((first, second) => messageOf(how, { first, second }));
}
