/** A version in the form in which pages receive it, with the given changes. */
import type { VersionView } from '../../../preload/page.ts';

export const noMail: VersionView['mail'] = {
  ...{ refused: 0, 'not-mailed': 0, waiting: 0 },
  ...{ mailed: 0, opened: 0, downloaded: 0 },
};

export function version(id: number, changes: Partial<VersionView> = {}): VersionView {
  return {
    id,
    applicationName: 'Shop',
    applicationId: 3,
    version: `1.${id}`,
    build: null,
    uniqueName: 'org.example.shop',
    platformTypeName: 'Android',
    lastSendDateTimeUtc: null,
    isActive: false,
    fileSize: 1,
    releaseNote: null,
    iconUrl: '',
    fileName: null,
    updateDateTimeUtc: '2026-11-21T08:30:00Z',
    uploadDateTimeUtc: '2026-11-21T08:30:00Z',
    mail: noMail,
    ...changes,
  };
}
