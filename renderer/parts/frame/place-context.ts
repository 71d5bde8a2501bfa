import { createContext, type RefObject } from 'react';

type PlaceValue = {
  readonly list: RefObject<{ focus(): void } | null>;
  /** Closes the details and returns the focus to the list. */
  readonly closeDrawer: () => void;
};

/** What the list and the details of a place share. */
export const PlaceContext = createContext<PlaceValue | null>(null);
