import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../../base/files/files.ts';

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

/** Of the service in a data folder; null where there is none that can be read: then the usual authorities count. */
export async function readTrust(dataDir: string): Promise<ServiceTrust | null> {
  try {
    return serviceTrust.parse(JSON.parse(await readFile(join(dataDir, 'service', 'tls', fileName), 'utf8')));
  } catch {
    return null;
  }
}
