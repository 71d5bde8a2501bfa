import { isAbsolute } from 'node:path';
import { toFailure } from '../../base/errors.ts';
import { fieldOf, problemOf } from '../../base/issues.ts';
import { joinMessages, messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../../service/errors.ts';
import { exposureOf as addressExposure } from '../../service/exposure.ts';
import type { Service } from '../../service/service.ts';
import { issuerOf, namesOf } from '../../service/tls/certificates.ts';
import { certificateHosts } from '../../service/tls/encryption.ts';
import { readTlsFiles, type SuppliedCertificate, type TlsFiles } from '../../service/tls/tls-files.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { exposureSchema } from '../../settings/settings-schema.ts';
import type { CertificateReport, ExposureSetting, ServiceStatus } from '../views/service.ts';

export function exposureOf({ url, localUrl, exposed }: Service): ServiceStatus['exposure'] {
  if (url !== localUrl) return 'proxy';
  return exposed ? 'network' : 'computer';
}

/** Throws `settings/badExposure`, `service/noHost`, `service/publicUrl`, and the errors of `readTlsFiles`. */
export async function validatedExposure(given: ExposureSetting, now: number): Promise<ExposureSetting> {
  const read = exposureSchema.safeParse(given, { reportInput: true });
  if (!read.success) {
    const problem = joinMessages('text/sentences', read.error.issues.map(problemOf));
    throw settingsErrors.badExposure({ problem }, { field: fieldOf(read.error) });
  }
  const { host, publicUrl, tls } = read.data;
  if (host !== null) {
    const { allInterfaces } = await addressExposure(host);
    if (allInterfaces && publicUrl === null) throw serviceErrors.publicUrl({ host }, { field: 'host' });
  }
  if (typeof tls !== 'boolean') await readCertificate(tls, read.data, now);
  return read.data;
}

type Address = Pick<ExposureSetting, 'host' | 'publicUrl'>;

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
      problem: null,
      names: namesOf(leaf),
      issuer: issuerOf(leaf),
      validUntil: leaf.validToDate.getTime(),
    };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.values?.path === undefined) throw error;
    const { path } = failure.values;
    const at = path === trimmed.key && path !== trimmed.certificate ? 'key' : 'certificate';
    return { problem: { at, failure } };
  }
}

async function readCertificate(files: TlsFiles, address: Address, now: number): Promise<SuppliedCertificate> {
  const host = address.host ?? '127.0.0.1';
  const exposure = await addressExposure(host);
  for (const path of [files.certificate, files.key])
    if (!isAbsolute(path))
      throw serviceErrors.certificate({ path, problem: messageOf('problem/notFullPath') });
  const hosts = certificateHosts({ host, publicUrl: address.publicUrl ?? undefined, exposure });
  return readTlsFiles(files, hosts, now);
}
