import type { Language } from './locale.ts';
import { type Code, messageOf, type ValuesOfCode } from './message.ts';
import { textOf } from './text.ts';

/** Says messages in one language. */
export type Translator = {
  readonly language: Language;
  say<const Of extends Code>(code: Of, ...values: ValuesOfCode<Of>): string;
};

export function translatorOf(language: Language): Translator {
  return { language, say: (code, ...values) => textOf(messageOf(code, ...values), language) };
}
