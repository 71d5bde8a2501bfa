import type { Translator } from '../../../messages/translator.ts';
import type { DeviceRegistration } from '../device-section.ts';
import type { Visitor } from './visitor.ts';

export type PageContext = {
  /** The service's base address in links. */
  readonly address: string;
  /** URL of the page, for opening it in another browser. */
  readonly pageAddress: string;
  readonly visitor: Visitor;
  /** True if the title may contain names. Link previews also show titles to other users. */
  readonly isUserRequest: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly translator: Translator;
  /** Returns the pass that replaces the password in the link of `token`; null if no password is required. */
  readonly pass: (token: string) => string | null;
  /** Undefined or null if the page has no section to register a device. */
  readonly registration?: DeviceRegistration | null;
};
