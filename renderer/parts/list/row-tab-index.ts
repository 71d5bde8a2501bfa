import { createContext } from 'react';

/** Only controls of the active row are in the tab order. Undefined outside a list. */
export const RowTabIndex = createContext<0 | -1 | undefined>(undefined);

/**
 * True in the row whose actions the palette and the menu bar offer: the focused row, unless a drawer is
 * open or rows are selected.
 */
export const ChosenRow = createContext(false);
