import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild } from '../child.ts';
import type { Figure, Measured } from '../figure.ts';
import { startSignedIn } from '../signed-in.ts';

const rounds = 51;
const warmUps = 10;
const hostile = 'token-'.repeat(5_000);
const plain = 'x'.repeat(hostile.length);

/** Latency of a request after one with 30,000 hostile characters, compared with plain text. */
export const besideHostileText: Figure = {
  name: 'request-beside-hostile-text',
  peer: 'the same request beside plain text of that length',
  unit: 'ms',
  goal: 1.5,
  better: 'less',
  measure: async (): Promise<Measured> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
    const { child, url } = await startSignedIn(dataDir);
    const agent = new Agent({ keepAlive: true });
    try {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = -warmUps; round < rounds; round += 1) {
        const besidePlain = await waitBeside(url, plain, agent);
        const besideHostile = await waitBeside(url, hostile, agent);
        if (round < 0) continue;
        theirs.push(besidePlain);
        ours.push(besideHostile);
      }
      return { ours, theirs };
    } finally {
      agent.destroy();
      await endChild(child);
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Sends a request with `text` and then a second request. Returns the milliseconds that the second takes. */
async function waitBeside(url: string, text: string, agent: Agent): Promise<number> {
  const first = answered(`${url}/nothing`, { 'user-agent': text }, agent);
  const start = performance.now();
  await answered(url, {}, agent);
  const waited = performance.now() - start;
  await first;
  return waited;
}

async function answered(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  const [response] = await once(get(url, { headers, agent }), 'response');
  await once(response.resume(), 'end');
}
