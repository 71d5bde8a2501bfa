/** The service is killed during requests of `slipway watch` and restarts at another address. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { startService } from '../../main/service/service.ts';
import { startFaultProxy } from '../contract/api/fault-proxy.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { quickPasswords } from '../fakes/quick-passwords.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { assess, buildPath, type MadeBuild, numberedApk, writeBuild } from './deliveries.ts';
import { calls } from './kill-moments.ts';
import { environmentOf, people, watchArguments } from './kill-world.ts';
import { launch } from './program.ts';
import { startUnderFault } from './service-under-fault.ts';
import { addToTally, everything } from './tally.ts';

/** Moments of the kill: after `share` of the request body, or before the response, which is then lost. */
const moments = [
  { call: calls.upload, side: 'request', share: 0.5 },
  { call: calls.send, side: 'answer', share: 0 },
  { call: calls.upload, side: 'request', share: 0.999_999 },
  { call: calls.upload, side: 'answer', share: 0 },
  { call: calls.activate, side: 'request', share: 0 },
  { call: calls.activate, side: 'answer', share: 0 },
  { call: calls.send, side: 'request', share: 0 },
  { call: calls.look, side: 'request', share: 0 },
] as const;

test.runIf(everything)(
  'a service killed during requests stores every build exactly once',
  async () => {
    const home = await temporaryFolder();
    const [folder, serviceDir] = [join(home, 'builds'), join(home, 'service')];
    await mkdir(folder);
    let service = await startUnderFault(serviceDir);
    const { user } = service;
    const proxy = await startFaultProxy(() => service.url);
    const program = launch(watchArguments(folder, join(home, 'data')), {
      environment: environmentOf(user, proxy.url),
    });
    onTestFinished(async () => {
      await program.kill();
    });
    await program.until('Watching ');
    const builds: MadeBuild[] = [];
    for (const { call, side, share } of moments) {
      const restarted = Promise.withResolvers<void>();
      let met = false;
      const restart = async (): Promise<void> => {
        service.kill();
        await service.ended;
        service = await startUnderFault(serviceDir, { user });
        restarted.resolve();
      };
      proxy.decide((line, { headers }) => {
        if (met || !call.test(line)) return null;
        met = true;
        const after = Math.ceil(share * Number(headers['content-length'] ?? 0));
        const lost = Promise.withResolvers<void>();
        const onReached = (): void => {
          restart().then(() => lost.reject(new Error('the service was killed')), restarted.reject);
        };
        return { kind: 'stall', side, after, onReached, release: lost.promise };
      });
      const number = builds.length + 1;
      builds.push(
        await writeBuild(buildPath(folder, number), number, numberedApk(number, { padding: 400_000 })),
      );
      await restarted.promise;
      const path = buildPath(folder, number);
      expect((await program.result((upload) => upload.path === path)).state).toBe('done');
    }
    expect((await program.stop()).code).toBe(0);
    await service.stop();

    const redactor = new Redactor();
    const { log } = collectedLog(redactor);
    const opened = await startService({
      dataDir: serviceDir,
      clock: systemClock,
      log,
      redactor,
      ...quickPasswords,
    });
    onTestFinished(() => opened.stop());
    const { lost, duplicated, strange } = await assess(opened, user, builds, people);
    const counts = { lost: lost.length, duplicated: duplicated.length };
    addToTally({ killPoints: moments.length, builds: builds.length, ...counts });
    expect({ lost, duplicated, strange }).toEqual({ lost: [], duplicated: [], strange: [] });
  },
  180_000,
);
