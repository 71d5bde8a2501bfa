/** Demo of the whole workflow on one computer, from the compiler to the download through the mailed link. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspectPackage } from '../../packages/inspect.ts';
import { fileSecrets } from '../../settings/secrets.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { projectDir } from '../paths.ts';
import { resolvePath } from '../resolve-path.ts';
import { type BrowserUi, startBrowserUi } from '../run/browser-ui.ts';
import { type Context, type OpenedCore, withFreshCore } from '../run/context.ts';
import type { CompilerReport } from './compiler.ts';
import { deliver } from './deliver.ts';
import { demoErrors } from './errors.ts';
import { prepareService } from './prepare.ts';
import { timelineLines } from './report.ts';
import { verifyDelivery } from './verify-delivery.ts';

const samples = ['field-notes.apk', 'field-notes.ipa'];

export type DemoOptions = { readonly data?: string; readonly keep?: true };

/** Prints `OK` and returns 0 if every build is delivered unchanged. Throws the error of the failed step. */
export async function demo(
  context: Context,
  paths: readonly string[],
  options: DemoOptions,
): Promise<ExitCode> {
  const sources =
    paths.length === 0
      ? samples.map((name) => join(projectDir(), 'assets', 'samples', name))
      : await userBuilds(paths);
  const givenDir = options.data === undefined ? null : resolvePath(options.data);
  const dataDir = givenDir ?? (await mkdtemp(join(tmpdir(), 'slipway-demo-')));
  const folder = await mkdtemp(join(tmpdir(), 'slipway-builds-'));
  try {
    const secrets = fileSecrets(join(dataDir, 'secrets.json'));
    return await withFreshCore({ dataDir, secrets, verbose: context.verbose }, (opened) =>
      play(context, opened, { sources, folder, keep: options.keep === true }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (givenDir === null) await rm(dataDir, { recursive: true, force: true });
  }
}

type DemoSetup = { readonly sources: readonly string[]; readonly folder: string; readonly keep: boolean };

async function play(context: Context, opened: OpenedCore, scene: DemoSetup): Promise<ExitCode> {
  const { core } = opened;
  const { terminal, interrupt } = context;
  const { print } = terminal;
  const prepared = await prepareService(core, print);
  await core.start();
  const folder = await core.folders.add({
    path: scene.folder,
    accountId: prepared.accountId,
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [prepared.teamId], memberIds: [], emails: [prepared.address] },
    // The demo must not stop to ask about warnings, for example about an expired profile.
    sendAnyway: true,
    existingBuilds: 'none',
  });
  print(`Watching ${scene.folder}`);
  const { uploads, reports } = await deliver(context, core, scene.folder, scene.sources);
  checkFinishOrder(uploads, reports);
  print('No build was picked up before the compiler had finished it.');
  print('');
  for (const upload of uploads) for (const line of timelineLines(upload)) print(line);
  await verifyDelivery({ core, uploads, address: prepared.address, print, signal: interrupt.signal });
  terminal.result(uploads);
  print('OK');
  if (scene.keep) await keepRunning(context, opened, scene.folder);
  await core.folders.remove(folder);
  return exitCodes.done;
}

async function keepRunning(context: Context, opened: OpenedCore, folder: string): Promise<void> {
  const { terminal, interrupt } = context;
  let ui: BrowserUi | null = null;
  try {
    ui = await startBrowserUi(context, opened, {});
    terminal.print(`The service and the watcher are running. Put builds into ${folder}. Stop with Ctrl-C.`);
    terminal.print(`Page: ${ui.url}`);
    await interrupt.requested;
  } finally {
    await ui?.stop();
  }
}

/** Inspects the user's builds, so that an invalid file fails before the service starts. */
async function userBuilds(paths: readonly string[]): Promise<readonly string[]> {
  const sources = paths.map((path) => resolvePath(path));
  for (const path of sources) await inspectPackage(path);
  return sources;
}

/** Throws `demo/early` if the watcher reported a file as finished before its last write. */
function checkFinishOrder(uploads: readonly UploadView[], reports: readonly CompilerReport[]): void {
  for (const [index, report] of reports.entries()) {
    const finished = uploads[index]?.timeline.find(({ event }) => event === 'finished');
    if (!finished || finished.at < report.lastPieceAt)
      throw demoErrors.early({ file: basename(report.path) });
  }
}
