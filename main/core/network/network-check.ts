/** What a person entered for the network, checked. Pure. */
import { isAbsolute } from 'node:path';
import { isException } from '../../api/transport/proxy-exceptions.ts';
import { issueInWords } from '../../base/issues.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { type NetworkSettings, networkSchema } from '../../settings/settings-schema.ts';

/** Throws `settings/invalid` with every problem in words. */
export function checkNetwork(given: unknown): NetworkSettings {
  const read = networkSchema.safeParse(given, { error: issueInWords });
  if (!read.success) throw settingsErrors.invalid({ problem: problemsOf(read.error.issues) });
  const { proxy, caFiles, ...rest } = read.data;
  const invalid = (problem: string): Error => settingsErrors.invalid({ problem });
  if (proxy.mode === 'manual' && proxy.url === null) throw invalid('Proxy: enter its address.');
  const entry = proxy.bypass.find((one) => !isException(one));
  if (entry !== undefined) {
    throw invalid(
      `Exceptions: “${entry}” is no host. Enter hosts such as intranet.example.org, addresses, or networks such as 10.0.0.0/8.`,
    );
  }
  const relative = caFiles.find((path) => !isAbsolute(path));
  if (relative !== undefined) {
    throw invalid(`Certificates: “${relative}” is not a full path. Enter it from the root of the disk.`);
  }
  return { ...rest, proxy, caFiles: [...new Set(caFiles)] };
}

const fieldNames: Readonly<Record<string, string>> = {
  proxy: 'Proxy',
  caFiles: 'Certificates',
  bytesPerSecond: 'Limit',
  timetable: 'Timetable',
  pauseOnMetered: 'Metered networks',
  connectTimeoutSeconds: 'Connect timeout',
};

function problemsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues
    .map(({ path, message }) => `${fieldNames[String(path[0])] ?? path.join('.')}: ${message}`)
    .join(' ');
}
