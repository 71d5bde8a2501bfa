import { z } from 'zod';
import {
  bytes,
  listedTestApplication,
  mailStates,
  sendRequest as sendRequestBody,
  testApplication,
  testVersion,
  timestamp,
  versionMember,
} from '../../api/wire.ts';
import { linkedList, linkFields } from '../http/links.ts';

/** Element of `profileFiles`; not in the API reference. */
export const profileFile = z.object({
  fileSize: bytes,
  sha256: z.string().describe('Hexadecimal SHA-256 of the build file.'),
  installUrl: z.url().describe('Install page of the version. The link is not personal and can be shared.'),
  downloadUrl: z.url().describe('The build file.'),
});

/** Element of `profileDownloadHistories`: the newest 20 per member; not in the API reference. */
export const downloadHistory = z.object({
  id: z.int32(),
  downloadDateTimeUtc: timestamp,
  userAgent: z.string().nullable().describe('`User-Agent` header of the download.'),
  count: z
    .int32()
    .describe(
      'Number of downloads. More than 1 only in the first entry, which also counts earlier downloads.',
    ),
});

export const serviceMember = versionMember.extend({
  shareMemberStatus: versionMember.shape.shareMemberStatus.describe(
    '0 added (also if the message was refused), 1 sent (see `mailState`), 2 opened, 3 downloaded.',
  ),
  mailState: z
    .enum(mailStates)
    .describe(
      'State of the last message: `not-mailed` (only a file in the outbox folder, or withheld with the reason in `mailFailure`), `waiting`, `refused`, `mailed` (accepted by a mail server), `opened` or `downloaded`.',
    ),
  profileDownloadHistories: z.array(downloadHistory),
});

export const serviceVersion = testVersion.extend({
  profileFiles: z.array(profileFile),
  profileMembers: z.array(serviceMember),
});

export const serviceApplication = testApplication.extend({ profiles: z.array(serviceVersion) });

export const listedApplication = listedTestApplication.extend({
  profiles: z.array(serviceVersion),
  lastProfile: serviceVersion.nullable().describe('The newest version.'),
});

export const linkedVersion = serviceVersion.extend(linkFields);

export const linkedApplication = serviceApplication.extend({
  profiles: linkedList(linkedVersion),
  ...linkFields,
});

export const linkedListedApplication = listedApplication.extend({
  profiles: linkedList(linkedVersion),
  lastProfile: linkedVersion.nullable().describe('The newest version.'),
  ...linkFields,
});

export const linkedApplications = linkedList(linkedListedApplication);

/** Omitted lists are empty. */
export const sendRequest = sendRequestBody.partial();

export type ServiceMember = z.infer<typeof serviceMember>;
export type ServiceVersion = z.infer<typeof serviceVersion>;
export type LinkedVersion = z.infer<typeof linkedVersion>;
