/** Cases with lost and reordered packets, and with several parallel builds. */
import { inWorlds, type LineCase, ratioFinding, recordsFinding, uploaded } from './case.ts';
import type { Changes } from './link.ts';
import { both } from './network-link.ts';

export const roughLines: readonly LineCase[] = [
  rough(
    'a line that loses 5 %',
    1,
    { bytes: 4_000_000, ratio: 1.5 },
    both({ rttMs: 50, bytesPerSecond: 2_500_000, lossPercent: 5 }),
  ),
  rough(
    'a line that reorders packets',
    1,
    { bytes: 10_000_000, ratio: 1.2 },
    both({ rttMs: 40, bytesPerSecond: 2_500_000, queueBytes: 200_000, reorderPercent: 10, reorderMs: 20 }),
  ),
  rough(
    'four builds at once',
    4,
    { bytes: 5_000_000, ratio: 1.2 },
    both({ rttMs: 80, bytesPerSecond: 2_500_000, queueBytes: 200_000 }),
  ),
];

function rough(
  name: string,
  count: number,
  { bytes, ratio }: { readonly bytes: number; readonly ratio: number },
  line: Changes,
): LineCase {
  return {
    name,
    isQuiet: false,
    run: () =>
      inWorlds([{ label: 'rough', line }], async (world) => {
        const builds = [];
        for (let number = 1; number <= 2 * count; number += 1) builds.push(await world.build(number, bytes));
        const begin = performance.now();
        await Promise.all(builds.slice(0, count).map((build) => world.curl(build, 600)));
        const curl = (performance.now() - begin) / 1000;
        const { whole } = await uploaded(
          world,
          builds.slice(count).map(({ path }) => path),
        );
        // The limit allows three seconds for the start of the program, the sign-in and the lists.
        return [
          ratioFinding('', whole, curl, { ratio, more: 3 }),
          recordsFinding(builds, await world.report()),
        ];
      }),
  };
}
