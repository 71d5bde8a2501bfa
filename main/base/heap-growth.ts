import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const maxYoungBytes = 16 * 1024 * 1024;

/**
 * Limits how far V8's heap grows between garbage collections; with thousands of builds, this saves a third of
 * the memory. Old generation: collected at 1.5 times the live size instead of four times. Young generation:
 * 16 to 32 MiB instead of 128. V8 ignores `--max-semi-space-size` after start-up, but reads the growth factor
 * after each collection.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
  let factor = 2;
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    const next = space !== undefined && space.space_size >= maxYoungBytes ? 1 : 2;
    if (next !== factor) setFlagsFromString(`--semi-space-growth-factor=${next}`);
    factor = next;
  });
  observer.observe({ entryTypes: ['gc'] });
}
