/** What a page is answered and told, in its language. */
import type { EventName } from '../../preload/contract.ts';
import { type Localised, localised } from '../messages/localised.ts';

/** In the language of a locale such as `de-AT`; null: with messages as they are, for another program to say. */
export const said = <Value>(value: Value, locale: string | null): Value | Localised<Value> =>
  locale === null ? value : localised(value, locale);

/** The same for an event. Of another language, its locale. */
export const saidEvent = (name: EventName, value: unknown, locale: string | null): unknown =>
  name === 'app.language' && locale !== null ? { locale } : said(value, locale);
