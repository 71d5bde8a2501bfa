import type { EventName } from '../../preload/contract.ts';
import { type Localised, localise as localiseMessages } from '../messages/localised.ts';

/** Localises a value. With a null `locale`, keeps messages as codes and values for other processes. */
export const localise = <Value>(value: Value, locale: string | null): Value | Localised<Value> =>
  locale === null ? value : localiseMessages(value, locale);

/** Localises an event. In `app.language`, replaces the locale with the page's locale. */
export const localiseEvent = (name: EventName, value: unknown, locale: string | null): unknown =>
  name === 'app.language' && locale !== null ? { locale } : localise(value, locale);
