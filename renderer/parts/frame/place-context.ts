import { createContext, type RefObject } from 'react';

type PlaceValue = {
  readonly list: RefObject<{ focus(): void } | null>;
  /** Closes the drawer and returns the focus to the list. */
  readonly closeDrawer: () => void;
};

export const PlaceContext = createContext<PlaceValue | null>(null);
