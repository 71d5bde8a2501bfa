import type { ServiceChange } from '../view.ts';

/** Does something and tells that it was done. */
export type Changing = <Result>(what: ServiceChange['what'], work: () => Promise<Result>) => Promise<Result>;
