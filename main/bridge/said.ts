/** What a page is answered and told, in its language. */
import type { BridgeEvents, EventName } from '../../preload/page.ts';
import { type Localised, localised } from '../messages/localised.ts';

/** In the language of a locale such as `de-AT`; null: with messages as they are, for another program to say. */
export const said = <Value>(value: Value, locale: string | null): Value | Localised<Value> =>
  locale === null ? value : localised(value, locale);

/** The same for an event. Of another language, its locale. */
export function saidEvent<Name extends EventName>(
  name: Name,
  value: unknown,
  locale: string | null,
): BridgeEvents[Name] {
  return (name === 'app.language' && locale ? { locale } : said(value, locale)) as BridgeEvents[Name];
}
