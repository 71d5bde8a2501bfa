import { stateWords } from '../../../main/uploads/record/state-words.ts';
import type { UploadView } from '../../../preload/page.ts';
import { inEnglish } from '../../english.ts';

/** An upload of Field Notes 2.4.1 that is done and was told to nobody, with whatever a test changes. */
export function uploadExample(changes: Partial<UploadView> = {}): UploadView {
  const { state = 'done' } = changes;
  return {
    id: 'one',
    path: '/builds/field-notes.apk',
    fileName: 'field-notes.apk',
    folderId: null,
    accountId: 'work',
    area: 'testingdist',
    activate: true,
    written: false,
    recipients: { teamIds: [], memberIds: [], emails: [] },
    package: {
      kind: 'apk',
      platform: 'android',
      id: 'com.example.notes',
      name: 'Field Notes',
      versionName: '2.4.1',
      build: '1187',
      minOs: '26',
      targetOs: '35',
      split: null,
      debuggable: false,
      warnings: [],
    },
    state,
    stateWords: inEnglish(stateWords[state]),
    sentBytes: 65_000_000,
    totalBytes: 65_000_000,
    bytesPerSecond: null,
    secondsLeft: null,
    waiting: null,
    retryStep: null,
    retryAt: null,
    failure: null,
    target: null,
    sha256: null,
    sentInMs: null,
    sendWarnings: [],
    doubt: null,
    timeline: [
      { event: 'uploading', at: 1_000 },
      { event: 'uploaded', at: 5_000 },
    ],
    addedAt: 1_000,
    finishedAt: 6_000,
    ...changes,
  } as UploadView;
}
