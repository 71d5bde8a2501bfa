import type { CodedError } from '../../base/errors.ts';
import type { Core } from '../../core.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { readTrust } from '../../service/tls/service-trust.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import { buildTitle } from '../run/follow.ts';
import { demoErrors } from './errors.ts';
import { type Downloaded, downloadThroughLink } from './install-link.ts';
import { messageLines } from './report.ts';

type DeliveryCheck = {
  readonly core: Core;
  readonly uploads: readonly UploadView[];
  readonly address: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
};

type LinkedBuild = {
  readonly id: string;
  readonly subject: string;
  readonly link: string;
  readonly file: Downloaded;
};

/**
 * Checks that each build is active, and that a mail to `address` links to the uploaded bytes. Throws
 * `demo/notActive`, `demo/noMessage`, `demo/notSame` or request errors.
 */
export async function verifyDelivery(proof: DeliveryCheck): Promise<void> {
  const { core, uploads, address, print } = proof;
  const service = core.service.service();
  await service.idle();
  const arrivals = await downloadLinked(proof);
  for (const upload of uploads) {
    await requireActive(core, upload);
    const build = buildTitle(upload);
    const found = arrivals.find(({ file }) => file.sha256 === upload.sha256);
    if (!found) throw deliveryError(upload, address, arrivals);
    print('');
    print(`Message about ${build} in the outbox:`);
    for (const line of messageLines(await service.outbox.read(found.id))) print(`  │ ${line}`);
    print(`Install link: ${found.link}`);
    print(
      `Downloaded through the link: ${byteSizeText(found.file.bytes)}, with the SHA-256 of the sent file:`,
    );
    print(`  ${found.file.sha256}`);
  }
}

/** Downloads the builds linked in messages to `address`, newest first. */
async function downloadLinked({
  core,
  uploads,
  address,
  signal,
}: DeliveryCheck): Promise<readonly LinkedBuild[]> {
  // Ignores messages of earlier runs, unless a build was uploaded by an earlier run.
  const since = uploads.some(({ state }) => state === 'already-there')
    ? 0
    : Math.min(...uploads.map(({ addedAt }) => addedAt));
  const messages = await core.service.service().outbox.list();
  const trust = await readTrust(core.dataDir);
  const arrivals: LinkedBuild[] = [];
  for (const { id, to, at, subject, installLink } of messages) {
    if (to !== address || at < since) continue;
    arrivals.push({
      id,
      subject,
      link: installLink,
      file: await downloadThroughLink(installLink, signal, trust),
    });
  }
  return arrivals;
}

/** Returns the error for a missing message, or for a download with other content. */
function deliveryError(upload: UploadView, address: string, arrivals: readonly LinkedBuild[]): CodedError {
  const build = buildTitle(upload);
  const name = upload.target?.applicationName ?? build;
  const near = arrivals.find(({ subject }) => subject.startsWith(name));
  return near
    ? demoErrors.notSame({ build, sent: upload.sha256 ?? 'unknown', received: near.file.sha256 })
    : demoErrors.noMessage({ build, address });
}

async function requireActive(core: Core, upload: UploadView): Promise<void> {
  const { target } = upload;
  const app = target && (await core.apps.get({ ...target, accountId: upload.accountId }));
  const version = app?.profiles.find((one) => one.id === target?.versionId);
  if (!version?.isActive) throw demoErrors.notActive({ build: buildTitle(upload) });
}
