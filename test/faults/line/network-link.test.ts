import { execFileSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addresses, missingRequirement } from './namespaces.ts';
import { both, openNetworkLink } from './network-link.ts';

const missing = missingRequirement();
if (missing !== null) console.log(`${missing} So packet lines are left out.`);

describe.runIf(missing === null)('a simulated network link', () => {
  test('delays and counts TCP packets over IPv4 and IPv6', async () => {
    const line = await openNetworkLink('smoke', both({ rttMs: 100 }));
    onTestFinished(() => line.close());
    const [command = '', ...words] = [...line.namespaces.within('near'), process.execPath, '--eval'];
    for (const host of [addresses.far, addresses.far6]) {
      // The port is closed, so the refusal takes one round trip.
      const script = `
        const begin = performance.now();
        require('node:net').connect(9, '${host}').on('error', ({ code }) => {
          console.log(JSON.stringify({ code, ms: performance.now() - begin }));
        });`;
      const { code, ms } = JSON.parse(execFileSync(command, [...words, script], { encoding: 'utf8' })) as {
        readonly code: string;
        readonly ms: number;
      };
      expect(code).toBe('ECONNREFUSED');
      expect(ms).toBeGreaterThanOrEqual(100);
    }
    const { near, far } = await line.counts();
    expect(near.packets).toBeGreaterThanOrEqual(2);
    expect(far.packets).toBeGreaterThanOrEqual(2);
  });
});
