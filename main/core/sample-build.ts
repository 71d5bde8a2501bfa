import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../base/files/files.ts';
import { messageOf } from '../messages/message.ts';
import { noRecipients } from '../settings/settings-schema.ts';
import type { UploadView } from '../uploads/upload-view.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { BuiltIn } from './service/built-in.ts';
import { builtInAccountId } from './service/built-in-account.ts';

const fileName = 'field-notes.apk';

/** The bundle and this folder are both two levels below the folder that contains `assets`. */
const source = (): string => join(import.meta.dirname, '..', '..', 'assets', 'samples', fileName);

type Deps = {
  readonly dataDir: string;
  readonly builtIn: Pick<BuiltIn, 'start'>;
  readonly uploads: Pick<Uploads, 'add'>;
};

/** Queues a sample build for the built-in service. Throws errors of `start`, `add` and `writeAtomically`. */
export async function sendSample({ dataDir, builtIn, uploads }: Deps): Promise<UploadView> {
  await builtIn.start();
  // Uses a copy, because an update of Slipway replaces the original, even inside app.asar.
  const path = join(dataDir, 'slipway-samples', fileName);
  const bytes = await readFile(source());
  const existing = await readFile(path).catch(() => null);
  // Keeps an identical copy, because rewriting the file would fail an upload in progress.
  if (existing === null || !existing.equals(bytes)) await writeAtomically(path, bytes);
  return uploads.add({
    ...{ path, folderId: null, accountId: builtInAccountId, area: 'testingdist', activate: true },
    recipients: noRecipients,
    note: messageOf('note/sample'),
  });
}
