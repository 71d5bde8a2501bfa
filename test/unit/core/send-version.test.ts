import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import type { SendBody, TestVersion } from '../../../main/api/wire.ts';
import { type Retry, sendVersion } from '../../../main/core/apps/send-version.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

const recipients: SendBody = { teamIds: [1], memberIds: [], emails: [] };
const lost = apiErrors.connectionLost({ host: 'x' });
const once: Retry = (work) => work();
const twice: Retry = (work) => work().catch(() => work());

/** Creates a service. `faults` are the results of its send requests, in order. */
function serviceOf(...faults: readonly ('sent, lost' | 'lost' | 'refused' | 'late' | 'not reached')[]) {
  const clock = createFakeClock();
  const left = [...faults];
  let sent = 0;
  let lastSendDateTimeUtc: string | null = null;
  const deliver = (): void => {
    sent += 1;
    lastSendDateTimeUtc = `2026-11-21T08:30:0${sent}Z`;
  };
  return {
    clock,
    sent: () => sent,
    api: {
      async getVersion(): Promise<TestVersion> {
        return { id: 7, version: '1', lastSendDateTimeUtc } as TestVersion;
      },
      async send(): Promise<void> {
        const fault = left.shift();
        if (fault === 'refused')
          throw apiErrors.busy({ reason: '', seconds: null }, { details: { status: 429 } });
        if (fault === 'not reached') throw apiErrors.connectionRefused({ host: 'x' });
        if (fault === 'late') clock.after(3_000, deliver);
        else if (fault !== 'lost') deliver();
        if (fault !== undefined) throw lost;
      },
    },
  };
}

async function outcomeOf(service: ReturnType<typeof serviceOf>, retry: Retry) {
  const sending = sendVersion(service.api, 7, recipients, { clock: service.clock, retry });
  sending.catch(() => undefined);
  await turn();
  await service.clock.advance(60_000);
  return sending.then(
    () => 'sent',
    (error: { code: string }) => error.code,
  );
}

test.each([
  ['the request arrives', [], once, 'sent', 1],
  ['the response is lost', ['sent, lost'], once, 'sent', 1],
  ['the response is lost and the send recorded later', ['late'], once, 'sent', 1],
  ['the request is lost', ['lost'], once, 'api/connectionLost', 0],
  ['the request is lost once', ['lost'], twice, 'sent', 1],
  ['a request and then a response are lost', ['lost', 'sent, lost'], twice, 'sent', 1],
  ['the request is rejected once', ['refused'], twice, 'sent', 1],
  ['the request is rejected', ['refused'], once, 'api/busy', 0],
  ['the service is unreachable', ['not reached'], once, 'api/connectionRefused', 0],
] as const)('sendVersion sends at most once when %s', async (_, faults, retry, outcome, count) => {
  const service = serviceOf(...faults);
  expect([await outcomeOf(service, retry), service.sent()]).toEqual([outcome, count]);
});

test('sendVersion reports core/sendUnknown if the state cannot be read', async () => {
  const service = serviceOf('sent, lost');
  let reads = 0;
  const api = {
    ...service.api,
    getVersion: async () => {
      reads += 1;
      if (reads > 1) throw apiErrors.unreachable({ host: 'x', reason: 'it does not answer' });
      return service.api.getVersion();
    },
  };
  const outcome = await outcomeOf({ ...service, api }, twice);
  expect([outcome, service.sent()]).toEqual(['core/sendUnknown', 1]);
});

test('sendVersion reports core/sentNotVerified if the next read fails', async () => {
  const service = serviceOf();
  let reads = 0;
  const api = {
    ...service.api,
    getVersion: async () => {
      reads += 1;
      if (reads > 1) throw lost;
      return service.api.getVersion();
    },
  };
  const outcome = await outcomeOf({ ...service, api }, once);
  expect([outcome, service.sent()]).toEqual(['core/sentNotVerified', 1]);
});
