import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createCompiler, stallMs } from '../../../main/cli/demo/compiler.ts';
import { downloadAddress, downloadThroughLink } from '../../../main/cli/demo/install-link.ts';
import { timelineLines } from '../../../main/cli/demo/report.ts';
import { toView } from '../../../main/uploads/record/view.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { serverOf } from '../api/api-world.ts';
import { sampleRecord } from '../uploads/samples.ts';

test('the demo compiler stalls once before it completes a build', async () => {
  const folder = await temporaryFolder();
  const waits: { readonly ms: number; readonly complete: boolean; readonly written: number }[] = [];
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
  let path = '';
  const compiler = createCompiler({
    folder,
    now: () => 42,
    sleep: async (ms) => {
      path = join(folder, 'a.apk');
      waits.push({ ms, complete: compiler.isComplete(path), written: (await readFile(path)).length });
    },
    signal: new AbortController().signal,
  });
  const source = join(await temporaryFolder(), 'a.apk');
  await writeFile(source, bytes);
  const report = await compiler.write(source, true);
  expect(report).toEqual({ path, size: 1_000, lastPieceAt: 42 });
  expect(await readFile(path)).toEqual(bytes);
  const stalls = waits.filter((wait) => wait.ms === stallMs);
  expect(stalls).toHaveLength(1);
  expect(stallMs).toBeGreaterThan(3_000);
  expect(stalls[0]?.written).toBeGreaterThan(400);
  expect(stalls[0]?.written).toBeLessThan(600);
  expect(waits.every((wait) => !wait.complete)).toBe(true);
  expect(compiler.isComplete(path)).toBe(true);
});

test('the demo compiler keeps builds of the same name as separate files', async () => {
  const folder = await temporaryFolder();
  const compiler = createCompiler({
    folder,
    now: () => 0,
    sleep: async () => {},
    signal: new AbortController().signal,
  });
  const names = [];
  for (const name of ['app.apk', 'app.apk', 'APP.apk']) {
    const source = join(await temporaryFolder(), name);
    await writeFile(source, name);
    names.push(basename((await compiler.write(source, false)).path));
  }
  expect(names).toEqual(['app.apk', 'app-2.apk', 'APP-3.apk']);
});

test('downloadAddress returns the link with the download class', () => {
  const page = 'http://127.0.0.1:1/install/abc';
  const html = `<a class="go" href="itms-services://?x">Install</a><a href="/other">x</a>
    <a class="plain download" href="/install/abc/file?a=1&amp;b=2">Download</a>`;
  expect(downloadAddress(html, page)).toBe('http://127.0.0.1:1/install/abc/file?a=1&b=2');
  expect(downloadAddress('<a href="/file">no class</a>', page)).toBeNull();
});

test('downloadThroughLink reports the step that failed', async () => {
  const base = await serverOf((request, response) => {
    if (request.url === '/page') response.end('<a class="download" href="/gone">Download</a>');
    else if (request.url === '/empty') response.end('<p>nothing</p>');
    else response.writeHead(410).end();
  });
  const { signal } = new AbortController();
  await expect(downloadThroughLink(`${base}/page`, signal)).rejects.toThrow(
    `The download ${base}/gone answered 410`,
  );
  await expect(downloadThroughLink(`${base}/empty`, signal)).rejects.toThrow('offers no download');
  await expect(downloadThroughLink(`${base}/missing`, signal)).rejects.toThrow('The install page');
});

test('the demo report shows size and speed only in the row “uploaded”', () => {
  const timeline = [
    { event: 'uploading', at: 1_000 },
    { event: 'uploaded', at: 2_000 },
    { event: 'active', at: 3_000 },
  ] as const;
  const upload = { ...toView(sampleRecord(), null, null), timeline, totalBytes: 4_000_000 };
  expect(timelineLines(upload).map((line) => line.includes('MB/s'))).toEqual([false, false, true, false]);
});
