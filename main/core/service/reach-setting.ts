import { isAbsolute } from 'node:path';
import { toFailure } from '../../base/errors.ts';
import { fieldOf, problemOf } from '../../base/issues.ts';
import { messageOf, together } from '../../messages/message.ts';
import { serviceErrors } from '../../service/errors.ts';
import { reachOf } from '../../service/reach.ts';
import type { Service } from '../../service/service.ts';
import { issuerOf, namesOf } from '../../service/tls/certificates.ts';
import { certificateHosts } from '../../service/tls/encryption.ts';
import { type OwnCertificate, readTlsFiles, type TlsFiles } from '../../service/tls/tls-files.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { reachSchema } from '../../settings/settings-schema.ts';
import type { CertificateReport, ReachSetting, ServiceStatus } from '../views/service.ts';

export function reachedBy({ url, localUrl, exposed }: Service): ServiceStatus['reach'] {
  if (url !== localUrl) return 'proxy';
  return exposed ? 'network' : 'computer';
}

/** Throws `settings/badReach`, `service/noHost`, `service/publicUrl`, and the errors of `readTlsFiles`. */
export async function checkedReach(given: ReachSetting, now: number): Promise<ReachSetting> {
  const read = reachSchema.safeParse(given, { reportInput: true });
  if (!read.success) {
    const problem = together('text/sentences', read.error.issues.map(problemOf));
    throw settingsErrors.badReach({ problem }, { field: fieldOf(read.error) });
  }
  const { host, publicUrl, tls } = read.data;
  if (host !== null) {
    const { everywhere } = await reachOf(host);
    if (everywhere && publicUrl === null) throw serviceErrors.publicUrl({ host }, { field: 'host' });
  }
  if (typeof tls !== 'boolean') await readCertificate(tls, read.data, now);
  return read.data;
}

type Address = Pick<ReachSetting, 'host' | 'publicUrl'>;

/** Reads and validates the certificate files for an address. Throws `service/noHost`. */
export async function reportCertificate(
  files: TlsFiles,
  address: Address,
  now: number,
): Promise<CertificateReport> {
  const trimmed = { certificate: files.certificate.trim(), key: files.key.trim() };
  try {
    const { leaf } = await readCertificate(trimmed, address, now);
    return {
      wrong: null,
      names: namesOf(leaf),
      issuer: issuerOf(leaf),
      validUntil: leaf.validToDate.getTime(),
    };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.values?.path === undefined) throw error;
    const { path } = failure.values;
    const at = path === trimmed.key && path !== trimmed.certificate ? 'key' : 'certificate';
    return { wrong: { at, failure } };
  }
}

async function readCertificate(files: TlsFiles, address: Address, now: number): Promise<OwnCertificate> {
  const host = address.host ?? '127.0.0.1';
  const reach = await reachOf(host);
  for (const path of [files.certificate, files.key])
    if (!isAbsolute(path))
      throw serviceErrors.certificate({ path, problem: messageOf('problem/notFullPath') });
  const hosts = certificateHosts({ host, publicUrl: address.publicUrl ?? undefined, reach });
  return readTlsFiles(files, hosts, now);
}
