import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { startService } from '../../../main/service/service.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';

let described: Promise<unknown> | null = null;

/** Returns `/openapi.json`, which is read only once: services differ only in the server URL. */
export function describeService(): Promise<unknown> {
  described ??= readDescription();
  return described;
}

/** Reads `/openapi.json` of a service with this public URL. Defaults to its local address. */
export async function readDescription(publicUrl?: string): Promise<unknown> {
  const redactor = new Redactor();
  const dataDir = await mkdtemp(join(tmpdir(), 'slipway-described-'));
  const { log } = collectedLog(redactor);
  const exposure = publicUrl === undefined ? {} : { publicUrl };
  const service = await startService({
    log,
    redactor,
    clock: systemClock,
    dataDir,
    ...quickPasswords,
    ...exposure,
  });
  try {
    return await (await fetch(`${service.localUrl}/openapi.json`)).json();
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
