/** Who gets to the built-in service, as it is set and as it is. */

import { problemOf } from '../../base/issues.ts';
import { together } from '../../messages/message.ts';
import { serviceErrors } from '../../service/errors.ts';
import { reachOf } from '../../service/reach.ts';
import type { Service } from '../../service/service.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { reachSchema } from '../../settings/settings-schema.ts';
import type { ReachSetting, ServiceStatus } from '../view.ts';

export function reachedBy({ url, localUrl, exposed }: Service): ServiceStatus['reach'] {
  if (url !== localUrl) return 'proxy';
  return exposed ? 'network' : 'computer';
}

/** As it can be kept. Throws `settings/badReach`, `service/noHost`, `service/publicUrl`. */
export async function checkedReach(given: ReachSetting): Promise<ReachSetting> {
  const read = reachSchema.safeParse(given, { reportInput: true });
  if (!read.success) {
    throw settingsErrors.badReach({ problem: together('text/sentences', read.error.issues.map(problemOf)) });
  }
  const { host, publicUrl } = read.data;
  if (host === null) return read.data;
  const { everywhere } = await reachOf(host);
  if (everywhere && publicUrl === null) throw serviceErrors.publicUrl({ host });
  return read.data;
}
