/** `upload --dry-run`: runs all checks of an upload and uploads nothing. */
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import { textOf } from '../../../messages/text.ts';
import {
  displayTitle,
  type PackageInfo,
  platformText,
  requiredHardware,
} from '../../../packages/package-info.ts';
import type { Account } from '../../../settings/settings-schema.ts';
import type { UploadPreview } from '../../../uploads/upload-view.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { hasRecipients } from '../../options/recipients.ts';
import type { Context } from '../../run/context.ts';
import { plainText } from '../../terminal/format.ts';
import { prepareTarget } from '../target.ts';
import { eachFile, type GivenFile } from './queue-builds.ts';
import { uploadInput } from './upload-input.ts';
import type { UploadOptions } from './upload-options.ts';

/** Returns 0 if the upload itself would return 0. */
export async function dryRun(
  context: Context,
  at: { readonly client: LocalClient; readonly account: Account },
  files: readonly GivenFile[],
  options: UploadOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const { client, account } = at;
  const targetOptions = { ...options, endless: false, requiresService: true } as const;
  const recipients = await prepareTarget(context, client, account, targetOptions);
  const input = await uploadInput(context, client, account, recipients, options);
  const { taken: accepted, refused } = await eachFile(files, async (path) => {
    const [preview] = await client.call('uploads.preview', { ...input, paths: [path] });
    if (!preview) throw new Error('a file has no preview');
    return preview;
  });
  for (const { result } of accepted) {
    terminal.print(`${titleOf(result.package)}: ${outcomeText(result, account, options)}`);
    for (const warning of result.package.warnings)
      terminal.print(`  warning: ${plainText(textOf(warning))}`, 'yellow');
    for (const note of result.notes) terminal.print(`  note: ${plainText(textOf(note))}`);
  }
  for (const { file, error } of refused) terminal.note(plainText(`${file}: ${error.message}`), 'red');
  terminal.note('Nothing was uploaded (--dry-run).');
  terminal.result([...accepted.map(({ file, result }) => ({ file, error: null, ...result })), ...refused]);
  const needsApproval = accepted.some(({ result: { state } }) => state === 'ready' || state === 'asking');
  return refused.length > 0 || needsApproval ? exitCodes.failed : exitCodes.done;
}

function titleOf(info: PackageInfo): string {
  return plainText(
    `${displayTitle(info.name ?? info.id, info)} for ${platformText(info.platform, requiredHardware(info))}`,
  );
}

function outcomeText(preview: UploadPreview, account: Account, options: UploadOptions): string {
  const name = plainText(account.name);
  if (preview.state === 'already-there') return `already at ${name}, no action needed`;
  if (preview.state === 'ready') return `would not be uploaded to ${name}, which may have it already`;
  const needsApproval = preview.state === 'asking';
  const acts = [
    preview.versionId === null ? `would be uploaded to ${name}` : `already at ${name}`,
    options.activate ? (preview.versionId === null ? 'activated' : 'would be activated') : '',
    hasRecipients(options) && !needsApproval ? 'sent' : '',
  ].filter((act) => act !== '');
  if (!needsApproval) return acts.join(', ');
  const reasons = plainText(preview.sendWarnings.map((warning) => textOf(warning)).join(' '));
  return `${acts.join(', ')}, but not sent. ${reasons} Add --send-anyway to send it anyway.`;
}
