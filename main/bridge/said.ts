import type { EventName } from '../../preload/contract.ts';
import { type Localised, localised } from '../messages/localised.ts';

/** Localises messages for a locale such as `de-AT`. Null keeps codes and values, for other processes. */
export const said = <Value>(value: Value, locale: string | null): Value | Localised<Value> =>
  locale === null ? value : localised(value, locale);

/** Localises an event. The event of a language change contains the locale of the page. */
export const saidEvent = (name: EventName, value: unknown, locale: string | null): unknown =>
  name === 'app.language' && locale !== null ? { locale } : said(value, locale);
