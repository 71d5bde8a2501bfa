/**
 * `npm test`: every check in order, one closing line `N passed, N failed`. A suite that cannot report counts as one
 * failure; the order puts quick answers first. `npm test -- FILE…` runs these test files of vitest only.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './e2e/browser.ts';
import { runTool, type Tool } from './tools.ts';

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

const files = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'slipway-test-'));

function run(name: Tool, parameters: readonly string[], environment?: Record<string, string>): boolean {
  console.log(`\n▸ ${[name, ...parameters].join(' ')}`);
  return runTool(name, parameters, environment);
}

function check(name: Tool, ...parameters: readonly string[]): Counts {
  const ok = run(name, parameters);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** The counts of a finished suite; a run that failed without a failed test, or left no report, is one failure. */
function counted(ok: boolean, report: string, read: (text: string) => Counts): Counts {
  let counts: Counts;
  try {
    counts = read(readFileSync(report, 'utf8'));
  } catch (error) {
    console.error(`The suite left no report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if (counts.passed + counts.failed === 0) console.error('The suite ran no test.');
  const silentFailure = counts.failed === 0 && (!ok || counts.passed === 0);
  return silentFailure ? { ...counts, failed: 1 } : counts;
}

function vitest(): Counts {
  const report = join(reports, 'vitest.json');
  const ok = run('vitest', [
    'run',
    '--config=.config/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]);
  return counted(ok, report, (text) => {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(text);
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  });
}

function playwright(): Counts {
  const report = join(reports, 'playwright.json');
  const ok = run('playwright', ['test', '--config=.config/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return counted(ok, report, (text) => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(text).stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  });
}

const everything: readonly (() => Counts)[] = [
  () => check('biome', 'ci', '.'),
  () => check('tsc', '-b'),
  () => check('knip', '-c', '.config/knip.json'),
  () => check('vite', 'build', '--app', '--logLevel', 'warn', '-c', '.config/vite.config.ts'),
  vitest,
  () => (ensureBrowser() ? playwright() : { passed: 0, failed: 1, skipped: 0 }),
];

const total = (files.length === 0 ? everything : [vitest])
  .map((suite) => suite())
  .reduce((sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }));
rmSync(reports, { recursive: true, force: true });

console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
