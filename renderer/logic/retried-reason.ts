import type Resources from '../../assets/locales/resources.d.ts';

type RetriedReason = keyof Resources['uploads']['retriedReasons'];

const retriedReasons: readonly string[] = ['api/busy', 'api/serverError'] satisfies RetriedReason[];

/** Returns true if the message of the failure requests a retry, which Slipway may do automatically. */
export const isRetriedReason = (code: string): code is RetriedReason => retriedReasons.includes(code);
