/** What the workflows of the project may do, and with what. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../.github/workflows');
const workflows = await Promise.all(
  (await readdir(folder)).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
);
const textOf = (name: string): string => workflows.find((one) => one.name === name)?.text ?? '';
const [packages = '', draft = ''] = textOf('release.yml')
  .split(/^ {2}(?=packages:|draft:)/m)
  .slice(1);

describe('workflows', () => {
  test('use actions of others by their commits', () => {
    const used = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (\S+)( # v[\d.]+)?$/gm)]);
    const others = used.filter(([, action]) => !action?.startsWith('./'));
    expect(others.length).toBeGreaterThan(8);
    expect(
      others.map(([line]) => line).filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([]);
  });

  test('may only read, except for the draft of a release', () => {
    for (const { name, text } of workflows)
      expect(text, name).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    const writes = workflows
      .flatMap(({ text }) => text.match(/^.*: write$/gm) ?? [])
      .map((line) => line.trim());
    expect(writes).toEqual(['contents: write', 'id-token: write', 'attestations: write']);
    expect(draft.match(/: write$/gm)).toHaveLength(3);
  });

  test('sign in an environment of its own, with every secret that a release needs', async () => {
    expect(packages).toMatch(
      /^ {4}environment: \$\{\{ github\.ref_type == 'tag' && 'release' \|\| '' \}\}$/m,
    );
    const secrets = new Set([...textOf('release.yml').matchAll(/secrets\.(\w+)/g)].map(([, name]) => name));
    const release = await readFile(join(folder, '../../.config/release.yml'), 'utf8');
    expect([...secrets].filter((name = '') => !release.includes(name))).toEqual([]);
    expect(secrets).toContain('SLIPWAY_UPDATE_KEY');
    expect(draft).not.toContain('secrets.');
  });

  test('attest the packages of a release before they publish the draft', () => {
    expect(draft).toMatch(
      /uses: actions\/attest@[\s\S]*subject-path: packages\/\*\n[\s\S]*gh release create/,
    );
  });

  test('verify the signatures of npm packages every week', () => {
    expect(textOf('audit.yml')).toMatch(
      /schedule:\n {4}- cron: '[^']+'[\s\S]*run: npm ci\n[\s\S]*run: npm audit signatures\n/,
    );
  });
});
