/** Permissions, actions and secrets of the workflows. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const project = join(import.meta.dirname, '../../..');
const folder = join(project, '.github/workflows');

const permissions = z.record(z.string(), z.string());
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      permissions: permissions.optional(),
      environment: z.string().optional(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })).default([]),
    }),
  ),
});

const workflows = Object.fromEntries(
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return [name, { text, ...workflowSchema.parse(parse(text)) }] as const;
    }),
  ),
);
const jobOf = (workflow: string, job: string) => {
  const found = workflows[workflow]?.jobs[job];
  if (!found) throw new Error(`${workflow} has no job ${job}`);
  return found;
};

describe('workflows', () => {
  test('pin third-party actions to commits and name their versions', () => {
    const lines = Object.values(workflows).flatMap(({ text }) => text.match(/uses: .*$/gm) ?? []);
    const others = lines.filter((line) => !line.startsWith('uses: ./'));
    expect(others.length).toBeGreaterThan(8);
    expect(others.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test('have write permissions only to draft releases and upload analyses', () => {
    for (const [name, workflow] of Object.entries(workflows))
      expect(workflow.permissions, name).toEqual({ contents: 'read' });
    const writers = Object.entries(workflows).flatMap(([name, { jobs }]) =>
      Object.entries(jobs).flatMap(([job, { permissions = {} }]) =>
        Object.keys(permissions)
          .filter((scope) => permissions[scope] !== 'read')
          .map((scope) => `${name} ${job} ${scope}: ${permissions[scope]}`),
      ),
    );
    expect(writers).toEqual([
      'codeql.yml analyze security-events: write',
      'release.yml draft contents: write',
      'release.yml draft id-token: write',
      'release.yml draft attestations: write',
    ]);
  });

  test('use the secrets of a release only in its environment', async () => {
    const packages = jobOf('release.yml', 'packages');
    expect(packages.environment).toBe(`\${{ github.ref_type == 'tag' && 'release' || '' }}`);
    const secrets = [...(workflows['release.yml']?.text.matchAll(/secrets\.(\w+)/g) ?? [])].map(
      ([, name = '']) => name,
    );
    const release = await readFile(join(project, '.config/release.yml'), 'utf8');
    expect(secrets).toContain('SLIPWAY_UPDATE_KEY');
    expect(secrets.filter((name) => !release.includes(name))).toEqual([]);
    expect(JSON.stringify(jobOf('release.yml', 'draft'))).not.toContain('secrets.');
  });

  test('attest the packages of a release before they publish the draft', () => {
    const steps = jobOf('release.yml', 'draft').steps.map(({ uses = '', run = '' }) => uses + run);
    const attested = steps.findIndex((step) => step.startsWith('actions/attest@'));
    expect(attested).toBeGreaterThan(0);
    expect(steps.findIndex((step) => step.includes('gh release create'))).toBeGreaterThan(attested);
  });

  test('read the notes of a release from the section of its version', async () => {
    const draft = jobOf('release.yml', 'draft').steps.map(({ run = '' }) => run);
    expect(draft.join('\n')).toContain('.github/CHANGELOG.md');
    const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    const changelog = await readFile(join(project, '.github/CHANGELOG.md'), 'utf8');
    expect(changelog.split('\n').filter((line) => line.split(' ')[1] === version)).toHaveLength(1);
  });

  test('check npm packages for vulnerabilities and signatures every week', () => {
    expect(workflows['audit.yml']?.on).toHaveProperty('schedule');
    const commands = (job: string) => jobOf('audit.yml', job).steps.flatMap(({ run }) => run ?? []);
    expect(commands('signatures')).toEqual(['npm ci', 'npm audit signatures']);
    expect(commands('vulnerabilities')).toEqual(['npm audit --audit-level=high']);
  });
});
