import { createContext } from 'react';

/** Only controls of the active row are in the tab order. Undefined outside a list. */
export const RowTabIndex = createContext<0 | -1 | undefined>(undefined);

/** True in the row that has the focus, unless a drawer or a selection replaces it as the subject. */
export const ChosenRow = createContext(false);
