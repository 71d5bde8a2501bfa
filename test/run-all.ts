/**
 * `npm test`: runs all checks, the fastest first, then lists the failures and prints `N passed, N failed`.
 * `npm test -- FILE…` runs only these vitest files. `npm run test:slow` runs those that `npm test` omits.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
// Writes the types of the messages, which tsc needs.
import '../.config/message-types.ts';
import { ensureBrowser } from './e2e/browser.ts';
import { runTool, type Tool } from './tools.ts';

type Report = { readonly passed: number; readonly skipped: number; readonly failures: readonly string[] };

const given = process.argv.slice(2);
const slow = given[0] === '--slow';
const files = slow ? [] : given;
const reports = mkdtempSync(join(tmpdir(), 'slipway-test-'));

function run(name: Tool, parameters: readonly string[], environment?: Record<string, string>): boolean {
  console.log(`\n▸ ${[name, ...parameters].join(' ')}`);
  return runTool(name, parameters, environment);
}

function failure(what: string): Report {
  return { passed: 0, skipped: 0, failures: [what] };
}

function check(name: Tool, ...parameters: readonly string[]): Report {
  return run(name, parameters) ? { passed: 1, skipped: 0, failures: [] } : failure(name);
}

/** Selects slow specs, and window tests that `npm test` already runs in a tab. */
const slowSpecs = String.raw`\.slow\.spec|^double .*@browser`;

/** Counts the tests. A missing report, or a failed run without a failed test, counts as a failure. */
function counted(suite: Tool, ok: boolean, report: string, read: (text: string) => Report): Report {
  let tests: Report;
  try {
    tests = read(readFileSync(report, 'utf8'));
  } catch (error) {
    return failure(`${suite} left no report: ${String(error)}`);
  }
  if (tests.failures.length > 0 || (ok && tests.passed > 0)) return tests;
  return { ...tests, failures: [`${suite} ${ok ? 'ran no test' : 'failed outside of its tests'}`] };
}

function vitest(): Report {
  const report = join(reports, 'vitest.json');
  const parameters = ['run', '--config=.config/vitest.config.ts', '--reporter=default', '--reporter=json'];
  const projects = files.length > 0 ? [] : [`--project=${slow ? 'slow' : 'quick'}`];
  // Tests the build of the previous step. Selected files run without a build.
  const built: Record<string, string> =
    files.length === 0 ? { SLIPWAY_ENTRY: join(import.meta.dirname, '../out/main/index.js') } : {};
  const ok = run('vitest', [...parameters, `--outputFile.json=${report}`, ...projects, ...files], built);
  return counted('vitest', ok, report, (text) => {
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(text) as JsonTestResults;
    const failures = testResults.flatMap(({ name, message, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => [`${name} › ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n'))
        .concat(message ? `${name}: ${message}` : []),
    );
    return { passed: numPassedTests, skipped: numPendingTests, failures };
  });
}

function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function playwright(): Report {
  const report = join(reports, 'playwright.json');
  const parameters = ['test', '--config=.config/playwright.config.ts', '--reporter=list,json'];
  const ok = run('playwright', [...parameters, `--grep${slow ? '' : '-invert'}=${slowSpecs}`], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return counted('playwright', ok, report, (text) => {
    const { stats, suites } = JSON.parse(text) as JSONReport;
    const failures = suites
      .flatMap(specsOf)
      .filter((spec) => spec.tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} › ${title}`);
    return { passed: stats.expected, skipped: stats.skipped, failures };
  });
}

const checks = [
  () => check('biome', 'ci', '.'),
  () => check('tsc', '-b'),
  () => check('knip', '-c', '.config/knip.json'),
  () => check('cspell', 'lint', '-c', '.config/cspell.json', '--no-progress'),
];
const built = [
  () => check('vite', 'build', '--app', '--logLevel', 'warn', '-c', '.config/vite.config.ts'),
  vitest,
  () => (ensureBrowser() ? playwright() : failure('playwright: no browser')),
];
const suites = files.length > 0 ? [vitest] : slow ? built : [...checks, ...built];

const total = suites
  .map((suite) => suite())
  .reduce((sum, report) => ({
    passed: sum.passed + report.passed,
    skipped: sum.skipped + report.skipped,
    failures: [...sum.failures, ...report.failures],
  }));
rmSync(reports, { recursive: true, force: true });

for (const what of total.failures) console.log(`\n✗ ${what}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
const real = existsSync(join(import.meta.dirname, '../../shared/fixtures'))
  ? ''
  : '; without the tests of builds in ../shared/fixtures, which is missing';
console.log(`\n${total.passed} passed, ${total.failures.length} failed${skipped}${real}`);
process.exitCode = total.failures.length === 0 ? 0 : 1;
