import { isAbsolute } from 'node:path';
import { isValidException } from '../../api/transport/proxy/proxy-exceptions.ts';
import { type FieldMessages, problemOf, problemsOfForm } from '../../base/issues.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { type NetworkSettings, networkSchema } from '../../settings/settings-schema.ts';

/**
 * Throws `settings/invalid` with all problems. `field`: the first invalid field, such as `schedule.0.from`;
 * `atField`: its problem.
 */
export function checkNetwork(given: unknown): NetworkSettings {
  const read = networkSchema.safeParse(given, { reportInput: true });
  if (!read.success) {
    const [first] = read.error.issues;
    throw settingsErrors.invalid(
      { problem: problemsOfForm(read.error, fields), ...(first && { atField: problemOf(first) }) },
      { field: first?.path.join('.') },
    );
  }
  const { proxy, caFiles, ...rest } = read.data;
  if (proxy.mode === 'manual' && proxy.url === null) {
    throw refusal('proxy.url', 'field/proxy', messageOf('problem/proxyMissing'));
  }
  const entry = proxy.bypass.find((one) => !isValidException(one));
  if (entry !== undefined) {
    throw refusal('proxy.bypass', 'field/exceptions', messageOf('problem/proxyException', { entry }));
  }
  const relative = caFiles.find((path) => !isAbsolute(path));
  if (relative !== undefined) {
    throw refusal('caFiles', 'field/certificates', messageOf('problem/caPath', { path: relative }));
  }
  return { ...rest, proxy, caFiles: [...new Set(caFiles)] };
}

function refusal(field: string, named: FieldMessages[string], atField: Message): Error {
  return settingsErrors.invalid({ problem: messageOf(named, { problem: atField }), atField }, { field });
}

const fields = {
  proxy: 'field/proxy',
  caFiles: 'field/certificates',
  bytesPerSecond: 'field/limit',
  schedule: 'field/schedule',
  pauseOnMetered: 'field/metered',
  connectTimeoutSeconds: 'field/connectTimeout',
} satisfies FieldMessages;
