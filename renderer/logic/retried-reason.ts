import type Resources from '../../assets/locales/resources.d.ts';

type RetriedReason = keyof Resources['uploads']['retriedReasons'];

const retriedReasons: readonly string[] = ['api/busy', 'api/serverError'] satisfies RetriedReason[];

/** Returns true for a failure whose message orders to try again, which Slipway may do by itself. */
export const isRetriedReason = (code: string): code is RetriedReason => retriedReasons.includes(code);
