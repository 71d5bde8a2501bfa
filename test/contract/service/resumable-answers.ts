/** Requests of resumable uploads that together receive every response in their descriptions. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { metadataOf, patch, start, started, targetOf, tusCall } from './resumable-client.ts';
import { type ServiceHost, sampleApk, sha256 } from './service-host.ts';

/** Starts uploads that the service refuses, and uses wrong offsets and addresses. */
export async function refuseResumable(host: ServiceHost, path: string): Promise<void> {
  const target = targetOf(host);
  const text = new TextEncoder().encode('no build');
  const checksum = { 'upload-checksum': `sha256 ${Buffer.alloc(32).toString('base64')}` };
  await start(target, path, 0);
  await start(target, path, -1);
  await start(target, path, 8, { body: text });
  await start(target, path, 8, { body: text, headers: checksum });
  const address = await started(target, 8, path);
  for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) {
    await tusCall(target, method, `${address}0`);
    await tusCall(target, method, address, { headers: { 'tus-resumable': '0' } });
  }
  await patch(target, `${address}0`, 0, text);
  await patch(target, address, 1, text);
  await patch(target, address, -1, text);
  await patch(target, address, 0, text, checksum);
  await patch(target, address, 0, text);
  for (const method of ['GET', 'HEAD']) await tusCall(target, method, address);
  reopenCompletion(host, address);
  await tusCall(target, 'HEAD', address);
  await refuseRecipes(target, path);
}

/**
 * Makes a refused upload appear as if another request were recording it. Sets the length to 0, because its
 * parts were removed.
 */
function reopenCompletion({ dataDir }: ServiceHost, address: string): void {
  const database = new DatabaseSync(join(dataDir, 'service.db'));
  const id = address.split('/').at(-1) ?? '';
  const reopen = 'UPDATE uploads SET length = 0, result = NULL, completing_until = ? WHERE id = ?';
  database.prepare(reopen).run(Number.MAX_SAFE_INTEGER, id);
  database.close();
}

/** Sends recipes that the service refuses because of their base or their content. */
async function refuseRecipes(target: Target, path: string): Promise<void> {
  await startRecipe(target, path, '0'.repeat(64));
  const base = sha256(await sampleApk());
  await startRecipe(target, path, base, notRecipe);
  await sendPiece(target, await startRecipe(target, path, base));
}

type Target = ReturnType<typeof targetOf>;

type Bytes = Uint8Array<ArrayBuffer>;

const notRecipe = new TextEncoder().encode('no recipe');

export function startRecipe(target: Target, path: string, base: string, body?: Bytes): Promise<Response> {
  const metadata = metadataOf({ base, size: '9' });
  return start(target, path, notRecipe.length, { metadata, ...(body ? { body } : {}) });
}

export async function sendPiece(target: Target, { headers }: Response): Promise<void> {
  const address = target.url + new URL(headers.get('location') ?? '').pathname;
  await patch(target, address, 0, notRecipe);
  await tusCall(target, 'GET', address);
}

export async function refuseTargets(host: ServiceHost): Promise<void> {
  for (const area of ['testingdist', 'appstore'])
    for (const id of ['99', 'seven']) await start(targetOf(host), `${area}/${id}`, 8);
}

/** Completes a resumable upload, and reads its state and its result. */
export async function resume(host: ServiceHost, path: string, apk: Bytes): Promise<Response> {
  const target = targetOf(host);
  const address = await started(target, apk.length, path);
  await patch(target, address, 0, apk.slice(0, 100));
  await tusCall(target, 'GET', address);
  const { headers } = await tusCall(target, 'HEAD', address);
  const result = await patch(target, address, Number(headers.get('upload-offset')), apk.slice(100));
  await patch(target, address, apk.length, new Uint8Array());
  await tusCall(target, 'GET', address);
  return result;
}
