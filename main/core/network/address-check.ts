import { createHttp } from '../../api/transport/http.ts';
import type { Network } from '../../api/transport/network.ts';
import { proxyResponseError } from '../../api/transport/response/proxy-error.ts';
import { responseDetails } from '../../api/transport/response/response-error.ts';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { messageOf } from '../../messages/message.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { connectionPart } from '../accounts/connection-part.ts';
import type { AddressCheck } from '../views/network.ts';

const timeoutMs = 20_000;

/** Sends one request without credentials. Throws `settings/invalid` for an invalid address. */
export async function checkAddress(
  given: string,
  deps: {
    readonly network: Network;
    readonly clock: Clock;
    readonly log: Log;
    readonly redactor: Redactor;
  },
): Promise<AddressCheck> {
  const url = parseAddress(given);
  const address = url.origin + url.pathname;
  const http = createHttp(deps);
  try {
    const answer = await http.send({
      method: 'GET',
      url,
      headers: { accept: '*/*' },
      idleTimeoutMs: timeoutMs,
    });
    const found = { address, proxy: answer.proxy?.host ?? null, status: answer.status };
    const byProxy = proxyResponseError(answer, { details: responseDetails(answer) }, (text) =>
      deps.redactor.text(text),
    );
    return { ...found, problem: byProxy && { part: 'proxy', failure: toFailure(byProxy) } };
  } catch (error) {
    const failure = toFailure(error);
    const part = connectionPart(failure.code);
    if (part === null) throw error;
    return { address, proxy: null, status: null, problem: { part, failure } };
  } finally {
    await http.close();
  }
}

function parseAddress(given: string): URL {
  const text = given.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw settingsErrors.invalid({ problem: messageOf('problem/noWebAddress') }, { field: 'address' });
  }
  url.search = '';
  url.hash = '';
  return url;
}
