import type { EventName } from '../../preload/contract.ts';
import { type Localised, localise as localiseMessages } from '../messages/localised.ts';

/**
 * Localises a value. If `locale` is null, keeps messages as codes and values, which other processes localise.
 */
export const localise = <Value>(value: Value, locale: string | null): Value | Localised<Value> =>
  locale === null ? value : localiseMessages(value, locale);

/** Localises an event. In `app.language`, replaces the locale with the page's locale. */
export const localiseEvent = (name: EventName, value: unknown, locale: string | null): unknown =>
  name === 'app.language' && locale !== null ? { locale } : localise(value, locale);
