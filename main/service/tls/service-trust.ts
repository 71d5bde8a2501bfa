import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { fileError, writeAtomically } from '../../base/files/files.ts';
import { serviceErrors } from '../errors.ts';

/** Certificates with which Slipway's own processes verify their own service. */
const serviceTrust = z.object({
  /** PEM of the only trusted certificates. */
  certificates: z.string(),
  /** Name to verify if the certificate does not cover the address; null otherwise. */
  serverName: z.string().nullable(),
});

export type ServiceTrust = z.infer<typeof serviceTrust>;

const fileName = 'trust.json';

export async function writeTrust(folder: string, trust: ServiceTrust): Promise<void> {
  await writeAtomically(join(folder, fileName), JSON.stringify(trust));
}

/** Returns null without a trust file; public authorities then apply. Throws `service/trust`. */
export async function readTrust(dataDir: string): Promise<ServiceTrust | null> {
  const path = join(dataDir, 'service', 'tls', fileName);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path);
  }
  try {
    return serviceTrust.parse(JSON.parse(text));
  } catch (cause) {
    throw serviceErrors.trust({ path }, { cause });
  }
}
