/** Upload as pages receive it, with the given changes. */
import type { UploadState, UploadView } from '../../../preload/page.ts';
import { noRecipients } from '../../../renderer/logic/people/recipients.ts';

export const noon = new Date(2026, 10, 21, 12).getTime();
export function upload(id: string, state: UploadState, more: Partial<UploadView> = {}): UploadView {
  return {
    id,
    path: `/builds/${id}.apk`,
    fileName: `${id}.apk`,
    folderId: null,
    accountId: 'a',
    area: 'testingdist',
    activate: true,
    mail: null,
    recipients: noRecipients,
    releaseNote: null,
    commit: null,
    package: null,
    icon: null,
    movedTo: null,
    state,
    stateLabel: '',
    order: 0,
    pausedIndividually: false,
    block: null,
    sentBytes: 0,
    totalBytes: 100,
    bytesPerSecond: null,
    secondsLeft: null,
    stall: null,
    retryStep: null,
    retryAt: null,
    failure: null,
    target: null,
    sha256: null,
    sentInMs: null,
    deltaBytes: null,
    sendWarnings: [],
    sendWarningLabel: null,
    notes: [],
    timeline: [],
    addedAt: noon,
    finishedAt: null,
    ...more,
  };
}
