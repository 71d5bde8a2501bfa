/** `upload --dry-run`: everything that can be wrong is looked at, and nothing is uploaded. */
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import { textOf } from '../../../messages/text.ts';
import { displayTitle, hardwareOf, type PackageInfo, platformText } from '../../../packages/package-info.ts';
import type { Account } from '../../../settings/settings-schema.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { namesAnybody } from '../../options/recipients.ts';
import type { Context } from '../../run/context.ts';
import { plainText } from '../../terminal/format.ts';
import { prepareTarget } from '../target.ts';
import { eachFile, type GivenFile } from './queue-builds.ts';
import type { UploadOptions } from './upload-options.ts';

/** 0 when each file would be uploaded. */
export async function dryRun(
  context: Context,
  at: { readonly client: LocalClient; readonly account: Account },
  files: readonly GivenFile[],
  options: UploadOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  await prepareTarget(context, at.client, at.account, { ...options, endless: false, mustReach: true });
  const { taken, refused } = await eachFile(files, (path) => at.client.call('uploads.inspect', { path }));
  for (const { result: info } of taken) {
    terminal.say(`${titleOf(info)}: would be uploaded to ${plainText(at.account.name)}${thenWould(options)}`);
    for (const warning of info.warnings) terminal.say(`  warning: ${plainText(textOf(warning))}`, 'yellow');
  }
  for (const { file, error } of refused) terminal.note(plainText(`${file}: ${error.message}`), 'red');
  terminal.note('Nothing was uploaded (--dry-run).');
  terminal.result([...taken.map(({ file, result }) => ({ file, error: null, package: result })), ...refused]);
  return refused.length > 0 ? exitCodes.failed : exitCodes.done;
}

function titleOf(info: PackageInfo): string {
  return plainText(
    `${displayTitle(info.name ?? info.id, info)} for ${platformText(info.platform, hardwareOf(info))}`,
  );
}

function thenWould(options: UploadOptions): string {
  if (!options.activate) return '';
  return namesAnybody(options) ? ', activated and sent' : ' and activated';
}
