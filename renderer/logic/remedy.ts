import type { Failure } from '../../preload/page.ts';

export type UploadRemedyAction = 'retry' | 'sign-in' | 'edit-account' | 'show-in-folder' | null;

/** Returns the primary action for a failed upload; null if the user cannot resolve the failure in Slipway. */
export function uploadAction(failure: Failure | null): UploadRemedyAction {
  switch (failure?.remedy) {
    case 'sign-in':
      return 'sign-in';
    case 'check-address':
      return 'edit-account';
    case 'choose-file':
    case 'grant-permission':
      return 'show-in-folder';
    case 'none':
    case 'report':
    case 'check-input':
      return null;
    default:
      return 'retry';
  }
}
