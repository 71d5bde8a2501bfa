import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from '../../unit/cli/builds.ts';
import { slipway, startSlipway } from '../../unit/cli/run-slipway.ts';

const slow = 120_000;
const events = ['appeared in the folder', 'finished by the compiler', 'queued', 'uploaded', 'active', 'sent'];

test(
  'the demo runs all its steps and ends with OK',
  async () => {
    const temporary = await temporaryFolder();
    const result = await slipway(['demo'], { TMPDIR: temporary });
    expect([result.code, result.stderr]).toEqual([0, '']);
    const { stdout } = result;
    expect(stdout).toContain('with a pause of 3.3 s in the middle');
    for (const event of events) expect(stdout.split(event).length - 1, event).toBeGreaterThanOrEqual(2);
    expect(
      stdout.match(/^Message about Field Notes 2\.4\.1 \(\d+\) for (Android|iOS) in the outbox:$/gm),
    ).toHaveLength(2);
    expect(stdout.match(/^Install link: http:\/\/127\.0\.0\.1:\d+\/install\/\S+$/gm)).toHaveLength(2);
    expect(stdout.match(/^ {2}[0-9a-f]{64}$/gm)).toHaveLength(2);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('OK');
    expect(await readdir(temporary)).toEqual([]);
  },
  slow,
);

test(
  'the demo accepts builds with the same name and keeps the data folder',
  async () => {
    const [one, two, data] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
    const paths = [await writeApk(one, 'app.apk', 1), await writeApk(two, 'app.apk', 2)];
    const first = await slipway(['demo', ...paths, '--data', data, '--json']);
    expect(first.code, first.stderr).toBe(0);
    const uploads = JSON.parse(first.stdout) as readonly {
      target: { applicationId: number; versionId: number };
    }[];
    expect(new Set(uploads.map((upload) => upload.target.applicationId)).size).toBe(1);
    expect(new Set(uploads.map((upload) => upload.target.versionId)).size).toBe(2);
    const again = await slipway(['demo', ...paths, '--data', data]);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(again.stdout.trimEnd().split('\n').at(-1)).toBe('OK');
  },
  slow,
);

test(
  'the demo rejects a path that is not a build before it starts',
  async () => {
    const [folder, temporary] = [await temporaryFolder(), await temporaryFolder()];
    const path = join(folder, 'notes.apk');
    await writeFile(path, 'this is no build');
    const result = await slipway(['demo', path], { TMPDIR: temporary });
    expect([result.code, result.stdout]).toEqual([1, '']);
    expect(result.stderr).toMatch(/^slipway: \S/);
    const missing = await slipway(['demo', join(folder, 'missing.ipa')], { TMPDIR: temporary });
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('missing.ipa does not exist'),
    ]);
    expect(await readdir(temporary)).toEqual([]);
  },
  slow,
);

test(
  'the demo stops cleanly on Ctrl-C and leaves no files',
  async () => {
    const temporary = await temporaryFolder();
    const demo = startSlipway(['demo'], { TMPDIR: temporary });
    await demo.until('stdout', 'The compiler writes field-notes.apk');
    demo.signal('SIGINT');
    const { code, stdout } = await demo.ended;
    expect(code).toBe(130);
    expect(stdout).not.toContain('OK');
    expect(await readdir(temporary)).toEqual([]);
  },
  slow,
);
