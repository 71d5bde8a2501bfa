import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newsVersion, releaseNotes } from '../../../renderer/logic/release-notes.ts';

const changelog = `# Changes

## 1.1.0 (2027-01-08)

### Uploads

- Retry \`404\` for ten minutes.

## 1.0.0

The first version.

### Push

- Send messages.
- Check a project.
`;

describe('releaseNotes', () => {
  test('returns the changes of the version as plain text', () => {
    expect(releaseNotes(changelog, '1.0.0')).toEqual([
      { title: 'Push', changes: ['Send messages.', 'Check a project.'] },
    ]);
  });

  test('returns the newest changes for a version without a section', () => {
    expect(releaseNotes(changelog, '1.1.1')).toEqual([
      { title: 'Uploads', changes: ['Retry 404 for ten minutes.'] },
    ]);
  });

  test('finds changes in the changelog of Slipway', async () => {
    const own = await readFile('.github/CHANGELOG.md', 'utf8');
    const groups = releaseNotes(own, newsVersion);
    expect(own).toContain(`## ${newsVersion}`);
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.filter(({ changes }) => changes.length === 0)).toEqual([]);
  });

  test('the translated summary describes the current version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(newsVersion).toBe(version);
  });
});
