import { stateLabels } from '../../../main/uploads/record/state-labels.ts';
import type { UploadView } from '../../../preload/page.ts';
import { inEnglish } from '../../english.ts';
import { upload } from '../renderer/upload-sample.ts';
import { sampleInfo } from '../uploads/samples.ts';

const info = { id: 'com.example.notes', name: 'Field Notes', versionName: '2.4.1', build: '1187' };

/** Returns a finished upload of Field Notes 2.4.1 without recipients, with the given changes. */
export function uploadExample(changes: Partial<UploadView> = {}): UploadView {
  const { state = 'done' } = changes;
  return upload('one', state, {
    path: '/builds/field-notes.apk',
    fileName: 'field-notes.apk',
    accountId: 'work',
    package: inEnglish(sampleInfo(info)),
    stateLabel: inEnglish(stateLabels[state]),
    sentBytes: 65_000_000,
    totalBytes: 65_000_000,
    timeline: [
      { event: 'uploading', at: 1_000 },
      { event: 'uploaded', at: 5_000 },
    ],
    addedAt: 1_000,
    finishedAt: 6_000,
    ...changes,
  });
}
