import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/{unit,contract,faults}/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    cache: false,
  },
});
