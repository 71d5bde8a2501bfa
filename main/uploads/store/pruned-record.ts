/** What remains of an upload that leaves the history: enough to recognise its bytes and to find it on the service. Pure. */
import type { UploadRecord } from '../machine/record.ts';

export function prunedRecord(record: UploadRecord): UploadRecord {
  const { package: info } = record;
  return {
    ...record,
    package: info && {
      kind: info.kind,
      platform: info.platform,
      id: info.id,
      name: info.name,
      versionName: info.versionName,
      build: info.build,
      minOs: null,
      targetOs: null,
      split: null,
      debuggable: false,
      warnings: [],
    },
    icon: null,
    notes: [],
    timeline: [],
    attempts: {},
    removed: true,
  };
}
