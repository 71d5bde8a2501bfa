import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { fileError, writeWhole } from '../../base/files/files.ts';
import { serviceErrors } from '../errors.ts';

/** How Slipway itself, in any of its processes, knows that it speaks with its own service. */
const serviceTrust = z.object({
  /** PEM of the only certificates it trusts there. */
  certificates: z.string(),
  /** The name of the certificate where it is not for the address; null where it is. */
  serverName: z.string().nullable(),
});

export type ServiceTrust = z.infer<typeof serviceTrust>;

const fileName = 'trust.json';

export async function writeTrust(folder: string, trust: ServiceTrust): Promise<void> {
  await writeWhole(join(folder, fileName), JSON.stringify(trust));
}

/**
 * Of the service in a data folder; null where there is none: then the usual authorities count. Throws `service/trust` for
 * one that is damaged, and coded file errors.
 */
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
