/**
 * `npm run bench`: measures all figures and prints a table; with `--json`, also a JSON array. Arguments
 * select figures by name. Exits with 1 if a figure misses its goal.
 */
import { type Figure, type Result, resultOf } from './figure.ts';
import { bandwidthLimit } from './figures/bandwidth.ts';
import { bundleSizes } from './figures/bundle-size.ts';
import { clusterFigures } from './figures/cluster.ts';
import { commandLine } from './figures/command-line.ts';
import { deltaFigures } from './figures/delta.ts';
import { eventToPixel } from './figures/event-to-pixel.ts';
import { fingerprintAgainstSha256, fingerprintMemory } from './figures/fingerprint.ts';
import { besideHostileText } from './figures/hostile-text.ts';
import { ingestMemory, ingestThroughput } from './figures/ingest.ts';
import {
  inspectAgainstAapt,
  inspectAgainstAppInfoParser,
  inspectLibraries,
  inspectMemory,
  inspectReads,
} from './figures/inspect.ts';
import { falseStarts, lastByteToQueued } from './figures/last-byte-to-queued.ts';
import { listsAgainstStringify, unchangedList } from './figures/list-against-stringify.ts';
import { pageMemory } from './figures/page-memory.ts';
import { responsiveness } from './figures/responsiveness.ts';
import { startUpMemory, startUpTime } from './figures/start-up.ts';
import { uploadChecked } from './figures/upload-checked.ts';
import { uploadDelta } from './figures/upload-delta.ts';
import { uploadInterrupted } from './figures/upload-interrupted.ts';
import { uploadsOfOneLargeFile } from './figures/upload-large.ts';
import { uploadsOfManyFiles } from './figures/upload-many.ts';
import { uploadMemory } from './figures/upload-memory.ts';
import { versionsList } from './figures/versions-list.ts';
import { watchTreeMemory, watchTreeTime } from './figures/watch-big-tree.ts';
import { watchManyBuilds } from './figures/watch-many-builds.ts';
import { windowStart } from './figures/window-start.ts';

const figures: readonly Figure[] = [
  ...commandLine,
  ...uploadsOfOneLargeFile,
  uploadChecked,
  uploadMemory,
  ...uploadsOfManyFiles,
  uploadInterrupted,
  uploadDelta,
  ...deltaFigures,
  bandwidthLimit,
  responsiveness,
  ingestThroughput,
  ingestMemory,
  besideHostileText,
  ...clusterFigures,
  ...listsAgainstStringify,
  unchangedList,
  inspectAgainstAppInfoParser,
  inspectAgainstAapt,
  inspectLibraries,
  inspectReads,
  inspectMemory,
  fingerprintAgainstSha256,
  fingerprintMemory,
  startUpTime,
  startUpMemory,
  lastByteToQueued,
  falseStarts,
  watchTreeTime,
  watchTreeMemory,
  watchManyBuilds,
  ...windowStart,
  ...bundleSizes,
  eventToPixel,
  ...versionsList,
  pageMemory,
];

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((word) => name.includes(word));

const results: Result[] = [];
for (const figure of figures.filter(({ name }) => isWanted(name))) {
  process.stderr.write(`measuring ${figure.name} …\n`);
  const measured = await figure.measure();
  if (measured === null)
    process.stderr.write(`skipped ${figure.name}: ${figure.peer} cannot be measured here (not installed)\n`);
  else results.push(resultOf(figure, measured));
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(results));
} else {
  for (const one of results) {
    const verdict = one.holds ? 'holds' : 'DOES NOT HOLD';
    console.log(
      `${one.name}: ${one.ours} ${one.unit} against ${one.theirs} (${one.peer}); ratio ${one.ratio}, goal ${one.goal}: ${verdict}`,
    );
  }
}
process.exitCode = results.every((one) => one.holds) ? 0 : 1;
