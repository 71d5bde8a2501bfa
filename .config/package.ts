/**
 * `npm run package`: runs electron-builder on the build. Reports a failed download in one sentence instead of
 * a stack trace.
 */
import { dirname } from 'node:path';
import { build, configureBuildCommand, createYargs } from 'electron-builder/out/builder.js';
import { z } from 'zod';
import { feedKey, signFeeds } from './feed-key.ts';

/** Error that `got` throws for a failed download. */
const failedDownload = z.object({ message: z.string(), options: z.object({ url: z.instanceof(URL) }) });

try {
  const made = await build(await configureBuildCommand(createYargs()).parseAsync(process.argv.slice(2)));
  const key = feedKey();
  if (key !== null) for (const folder of new Set(made.map(dirname))) await signFeeds(folder, key);
} catch (error) {
  console.error(`Slipway was not packaged: ${reasonOf(error)}`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  const download = failedDownload.safeParse(error);
  if (!download.success) return error instanceof Error ? error.message : String(error);
  const { message, options } = download.data;
  const file = options.url.pathname.split('/').at(-1) ?? '';
  const otherwise = file.startsWith('electron-v')
    ? 'name a mirror in ELECTRON_MIRROR, or put that file and those for the other architectures into a folder and name it with “npm run package -- -c.electronDist=FOLDER”'
    : 'name a mirror in ELECTRON_BUILDER_BINARIES_MIRROR';
  return `${file} could not be downloaded from ${options.url.host} (${message}); connect this computer to the internet and run this again, or ${otherwise}.`;
}
