/** The one likely action for a failure. Pure. */
import type { Failure } from '../../preload/page.ts';

export type UploadRemedyAction = 'retry' | 'sign-in' | 'edit-account' | 'show-in-folder' | null;

/** What a failed upload offers first; null when nothing in Slipway would help. */
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
