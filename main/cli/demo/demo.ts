/** Demo of the whole workflow on one computer, from the compiler to the download through the mailed link. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspectPackage } from '../../packages/inspect.ts';
import { fileSecrets } from '../../settings/secrets.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { resolvePath } from '../given-paths.ts';
import { projectDir } from '../paths.ts';
import { type BrowserUi, startBrowserUi } from '../run/browser-ui.ts';
import { type Context, type OpenedCore, withFreshCore } from '../run/context.ts';
import type { CompilerReport } from './compiler.ts';
import { deliver } from './deliver.ts';
import { demoErrors } from './errors.ts';
import { prepareService } from './prepare.ts';
import { timelineLines } from './report.ts';
import { proveDelivery } from './verify-delivery.ts';

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
      : await ownBuilds(paths);
  const kept = options.data === undefined ? null : resolvePath(options.data);
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'slipway-demo-')));
  const folder = await mkdtemp(join(tmpdir(), 'slipway-builds-'));
  try {
    const secrets = fileSecrets(join(dataDir, 'secrets.json'));
    return await withFreshCore({ dataDir, secrets, verbose: context.verbose }, (opened) =>
      play(context, opened, { sources, folder, keep: options.keep === true }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (kept === null) await rm(dataDir, { recursive: true, force: true });
  }
}

type Scene = { readonly sources: readonly string[]; readonly folder: string; readonly keep: boolean };

async function play(context: Context, opened: OpenedCore, scene: Scene): Promise<ExitCode> {
  const { core } = opened;
  const { terminal, interrupt } = context;
  const { say } = terminal;
  const prepared = await prepareService(core, say);
  await core.start();
  const folder = await core.folders.add({
    path: scene.folder,
    accountId: prepared.accountId,
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [prepared.teamId], memberIds: [], emails: [prepared.address] },
    // With `--data`, the service may already have the build; the demo still runs every step.
    sendAnyway: true,
    existingBuilds: 'none',
  });
  say(`Watching ${scene.folder}`);
  const { uploads, reports } = await deliver(context, core, scene.folder, scene.sources);
  checkNothingEarly(uploads, reports);
  say('No build was picked up before the compiler had finished it.');
  say('');
  for (const upload of uploads) for (const line of timelineLines(upload)) say(line);
  await proveDelivery({ core, uploads, address: prepared.address, say, signal: interrupt.signal });
  terminal.result(uploads);
  say('OK');
  if (scene.keep) await keepRunning(context, opened, scene.folder);
  await core.folders.remove(folder);
  return exitCodes.done;
}

async function keepRunning(context: Context, opened: OpenedCore, folder: string): Promise<void> {
  const { terminal, interrupt } = context;
  let ui: BrowserUi | null = null;
  try {
    ui = await startBrowserUi(context, opened, {});
    terminal.say(`Service and watcher go on; put builds into ${folder}. Stop with Ctrl-C.`);
    terminal.say(`Page: ${ui.url}`);
    await interrupt.asked;
  } finally {
    await ui?.stop();
  }
}

/** Inspects the user's builds, so that an invalid file fails before the service starts. */
async function ownBuilds(paths: readonly string[]): Promise<readonly string[]> {
  const sources = paths.map((path) => resolvePath(path));
  for (const path of sources) await inspectPackage(path);
  return sources;
}

/** Throws `demo/early` if the watcher reported a file as finished before its last write. */
function checkNothingEarly(uploads: readonly UploadView[], reports: readonly CompilerReport[]): void {
  for (const [index, report] of reports.entries()) {
    const finished = uploads[index]?.timeline.find(({ event }) => event === 'finished');
    if (!finished || finished.at < report.lastPieceAt)
      throw demoErrors.early({ file: basename(report.path) });
  }
}
