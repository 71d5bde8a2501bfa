import { createContext } from 'react';

/** Tab order of the controls in a row: those of one row at a time are reachable. Undefined outside of a list. */
export const RowTabIndex = createContext<0 | -1 | undefined>(undefined);
