import type { Translator } from '../../../messages/translator.ts';
import type { Visitor } from './visitor.ts';

/** Who looks at a page, and from where. */
export type Visit = {
  /** Where the outside reaches the service. */
  readonly address: string;
  /** Of the page itself, to be opened in another browser. */
  readonly pageAddress: string;
  readonly visitor: Visitor;
  /** Whether names may stand in the title, which robots show to people the link is not meant for. */
  readonly byPerson: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly translator: Translator;
  /** What stands in for a password at the link of `token`; null where none is asked for. */
  readonly pass: (token: string) => string | null;
};
