/** What a person entered for the network, checked. Pure. */

import { isAbsolute } from 'node:path';
import { isException } from '../../api/transport/proxy/proxy-exceptions.ts';
import { type FieldMessages, problemsOfForm } from '../../base/issues.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { type NetworkSettings, networkSchema } from '../../settings/settings-schema.ts';

/** Throws `settings/invalid` with every problem in words. */
export function checkNetwork(given: unknown): NetworkSettings {
  const read = networkSchema.safeParse(given, { reportInput: true });
  if (!read.success) throw settingsErrors.invalid({ problem: problemsOfForm(read.error, fields) });
  const { proxy, caFiles, ...rest } = read.data;
  const invalid = (problem: Message): Error => settingsErrors.invalid({ problem });
  if (proxy.mode === 'manual' && proxy.url === null) throw invalid(messageOf('problem/proxyMissing'));
  const entry = proxy.bypass.find((one) => !isException(one));
  if (entry !== undefined) {
    throw invalid(messageOf('problem/proxyException', { entry }));
  }
  const relative = caFiles.find((path) => !isAbsolute(path));
  if (relative !== undefined) {
    throw invalid(messageOf('problem/caPath', { path: relative }));
  }
  return { ...rest, proxy, caFiles: [...new Set(caFiles)] };
}

const fields = {
  proxy: 'field/proxy',
  caFiles: 'field/certificates',
  bytesPerSecond: 'field/limit',
  timetable: 'field/timetable',
  pauseOnMetered: 'field/metered',
  connectTimeoutSeconds: 'field/connectTimeout',
} satisfies FieldMessages;
