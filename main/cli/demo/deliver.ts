import { basename } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { builtInAccountId } from '../../core/service/built-in-account.ts';
import type { Core } from '../../core.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { textOf } from '../../messages/text.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import type { Context } from '../run/context.ts';
import { buildTitle, followUploads } from '../run/follow.ts';
import { clientOf } from '../run/queue-client.ts';
import { plainText } from '../terminal/format.ts';
import { type Compiler, type CompilerReport, createCompiler, stallMs } from './compiler.ts';
import { demoErrors } from './errors.ts';

/** Maximum time without an event while builds are unfinished. */
const silenceLimitMs = 60_000;

export type Delivered = {
  readonly uploads: readonly UploadView[];
  readonly reports: readonly CompilerReport[];
};

/**
 * Writes every build into the watched folder and waits for each upload. Throws `demo/early`,
 * `demo/notDelivered`, `demo/silence`.
 */
export async function deliver(
  context: Context,
  core: Core,
  folder: string,
  sources: readonly string[],
): Promise<Delivered> {
  const { terminal, interrupt } = context;
  const failure = new AbortController();
  const signal = AbortSignal.any([interrupt.signal, failure.signal]);
  const compiler = createCompiler({ folder, now: systemClock.now, sleep: systemClock.sleep, signal });
  const alarm = watchdog(silenceLimitMs, (what) =>
    failure.abort(demoErrors.silence({ seconds: silenceLimitMs / 1000, what })),
  );
  const finished = new Map<string, UploadView>();
  const all = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => all.reject(signal.reason), { once: true });
  const finish = (upload: UploadView): void => {
    finished.set(upload.path, upload);
    if (upload.state !== 'done' && upload.state !== 'already-there') {
      const reason = upload.failure ? textOf(upload.failure) : 'It was cancelled.';
      failure.abort(demoErrors.notDelivered({ build: buildTitle(upload), reason }));
    } else if (finished.size === sources.length) all.resolve();
  };
  const client = clientOf(core);
  const stops = [
    client.close,
    client.on('uploads.changed', (upload) => {
      alarm.reset(`${buildTitle(upload)} is ${upload.state}`);
      if (!compiler.isComplete(upload.path)) failure.abort(demoErrors.early({ file: basename(upload.path) }));
    }),
    client.on('uploads.progress', () => alarm.reset()),
    followUploads(client, terminal, { wanted: () => true, accountIds: new Set([builtInAccountId]) }, finish)
      .stop,
    alarm.stop,
  ];
  try {
    const compiling = compileAll(terminal.print, compiler, sources, alarm.reset);
    const [reports] = await Promise.all([compiling, all.promise]);
    return {
      reports,
      uploads: reports.map((report) => finished.get(report.path)).filter((one) => one !== undefined),
    };
  } finally {
    for (const stop of stops) stop();
  }
}

/** Writes one build at a time, so that versions of an app appear in order. The first build stalls. */
async function compileAll(
  print: (line: string) => void,
  compiler: Compiler,
  sources: readonly string[],
  onProgress: (what: string) => void,
): Promise<readonly CompilerReport[]> {
  const reports: CompilerReport[] = [];
  for (const [index, source] of sources.entries()) {
    const stalls = index === 0;
    const pause = stalls ? `, with a pause of ${(stallMs / 1000).toFixed(1)} s in the middle` : '';
    const name = basename(source);
    print(plainText(`The compiler writes ${name} in slow pieces${pause} …`));
    const report = await compiler.write(source, stalls);
    onProgress(`the compiler finished ${name}`);
    print(plainText(`The compiler finished ${basename(report.path)} (${byteSizeText(report.size)}).`));
    reports.push(report);
  }
  return reports;
}

function watchdog(
  limitMs: number,
  onSilence: (lastEvent: string) => void,
): { reset(what?: string): void; stop(): void } {
  let last = 'the folder was watched';
  let cancel = systemClock.after(limitMs, () => onSilence(last));
  return {
    reset: (what) => {
      if (what !== undefined) last = what;
      cancel();
      cancel = systemClock.after(limitMs, () => onSilence(last));
    },
    stop: () => cancel(),
  };
}
