import { z } from 'zod';
import {
  bytes,
  listedTestApplication,
  sendBody,
  testApplication,
  testVersion,
  timestamp,
  versionMember,
} from '../../api/wire.ts';
import { linkedList, linkFields } from '../http/links.ts';

/** Element of `profileFiles`; not in the API reference. */
export const profileFile = z.object({
  fileSize: bytes,
  sha256: z.string().describe('Hash of the build file, hex.'),
  installUrl: z.url().describe('Page to install the version from, for whoever may pass it on.'),
  downloadUrl: z.url().describe('The build file.'),
});

/** Element of `profileDownloadHistories`: the newest 20 per member; not in the API reference. */
export const downloadHistory = z.object({
  id: z.int32(),
  downloadDateTimeUtc: timestamp,
  userAgent: z.string().nullable().describe('What the downloading program calls itself.'),
  count: z
    .int32()
    .describe(
      'How many downloads it stands for; more than 1 only in the first, which also counts those before it.',
    ),
});

export const serviceMember = versionMember.extend({
  shareMemberStatus: versionMember.shape.shareMemberStatus.describe(
    '0 added, also after the message was given up; 1 sent, 2 opened, 3 downloaded.',
  ),
  mailState: z
    .enum(['queued', 'written', 'failed'])
    .optional()
    .describe(
      '`queued` while the last message waits, `written` if it is only a file in the outbox folder, `failed` after it was given up; absent otherwise.',
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
export const sendRequest = sendBody.partial();

export type ServiceMember = z.infer<typeof serviceMember>;
export type ServiceVersion = z.infer<typeof serviceVersion>;
export type LinkedVersion = z.infer<typeof linkedVersion>;
