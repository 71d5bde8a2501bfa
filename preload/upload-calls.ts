import { z } from 'zod';
import type { PackageInfo } from '../main/packages/package-info.ts';
import type { HistoryPage } from '../main/uploads/history/history-view.ts';
import type { AccountBlock, UploadPreview, UploadSavings, UploadView } from '../main/uploads/upload-view.ts';
import { all, call, local, page } from './call.ts';
import {
  area,
  filePath,
  historyQuery,
  identifier,
  none,
  recipients,
  sendDelay,
  uploadInput,
} from './inputs.ts';

export const uploadCalls = {
  /** Returns the unfinished uploads and the newest finished uploads. */
  'uploads.list': call<readonly UploadView[]>(all)(none),
  /** Returns an upload of any age; null if it is no longer in the history. */
  'uploads.get': call<UploadView | null>(page)(() => z.strictObject({ id: identifier })),
  /** Returns a page of the history, newest first. */
  'uploads.history': call<HistoryPage>(all)(historyQuery),
  /** Writes the matching uploads to a file at an absolute path, and replaces an existing file. */
  'uploads.exportHistory': call<null>(local)(
    () =>
      historyQuery()
        .omit({ cursor: true, limit: true })
        .extend({ path: filePath, format: z.enum(['csv', 'json']) }),
    { path: 'never' },
  ),
  'uploads.inspect': call<PackageInfo>(all)(() => z.strictObject({ path: filePath }), { path: 'received' }),
  /** Returns the icon of a build as a `data:` URL; null if it has none. */
  'uploads.fileIcon': call<string | null>(page)(() => z.strictObject({ path: filePath }), {
    path: 'received',
  }),
  /** Returns the icon with the name in an upload's view as a `data:` URL; null if it is no longer stored. */
  'uploads.icon': call<string | null>(page)(() => z.strictObject({ name: identifier })),
  'uploads.savings': call<UploadSavings>(page)(() =>
    z.strictObject({ accountId: identifier, area, applicationId: z.int() }),
  ),
  'uploads.add': call<readonly UploadView[]>(all)(uploadInput, {
    'paths.*': 'received',
    'commit.repository': 'never',
  }),
  'uploads.preview': call<readonly UploadPreview[]>(local)(uploadInput, {
    'paths.*': 'never',
    'commit.repository': 'never',
  }),
  'uploads.cancel': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** Continues at the failed step. A build that is already on the service is not uploaded again. */
  'uploads.retry': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** `send` answers the question: in state `ready` whether to upload, in `asking` whether to send. */
  'uploads.answer': call<null>(all)(() => z.strictObject({ id: identifier, send: z.boolean() })),
  /** Removes a finished upload from the list. Nothing changes on the service. */
  'uploads.remove': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** Restores a removed upload. This is possible until Slipway quits. */
  'uploads.restore': call<null>(page)(() => z.strictObject({ id: identifier })),
  /** Pauses one upload. Resuming the queue does not resume it. */
  'uploads.pauseOne': call<null>(all)(() =>
    z.strictObject({ id: identifier, terminated: z.boolean().optional() }),
  ),
  'uploads.resumeOne': call<null>(all)(() => z.strictObject({ id: identifier })),
  /** Moves an upload before the upload `beforeId`; null moves it to the end of the queue. */
  'uploads.move': call<null>(all)(() => z.strictObject({ id: identifier, beforeId: identifier.nullable() })),
  /** Sends an uploaded version again. `recipients` defaults to the previous recipients. */
  'uploads.sendAgain': call<UploadView>(all)(() =>
    z.strictObject({
      id: identifier,
      recipients: recipients.optional(),
      delaySeconds: sendDelay.optional(),
    }),
  ),
  /** Skips the send if it is pending; otherwise cancels the upload. Fails with `uploads/alreadySent`. */
  'uploads.undoSend': call<null>(page)(() => z.strictObject({ id: identifier })),
  'uploads.blocks': call<readonly AccountBlock[]>(all)(none),
  /** Resumes the uploads of an account. If its sign-in failed, signs in first. */
  'uploads.unblock': call<null>(page)(() => z.strictObject({ accountId: identifier })),
  /** Pauses or resumes the queue. With `finish`, running uploads finish first. */
  'uploads.setPaused': call<null>(all)(() =>
    z.strictObject({ paused: z.boolean(), finish: z.boolean().optional() }),
  ),
  'uploads.paused': call<boolean>(all)(none),
} as const;
