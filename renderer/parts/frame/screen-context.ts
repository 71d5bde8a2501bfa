import { createContext, type RefObject } from 'react';

type ScreenContextValue = {
  readonly list: RefObject<{ focus(): void } | null>;
  /** Closes the drawer and returns the focus to the list. */
  readonly closeDrawer: () => void;
};

export const ScreenContext = createContext<ScreenContextValue | null>(null);
