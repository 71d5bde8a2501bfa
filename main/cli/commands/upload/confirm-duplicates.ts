import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { UploadView } from '../../../uploads/upload-view.ts';
import type { Context } from '../../run/context.ts';
import { buildTitle, mayBeDuplicate } from '../../run/follow.ts';
import { ask } from '../../terminal/ask.ts';

/** Prompts for each build that the service may already have. Returns true if any is to be uploaded. */
export async function confirmDuplicates(
  { terminal, interrupt }: Context,
  client: LocalClient,
  uploads: readonly UploadView[],
): Promise<boolean> {
  const unclear = uploads.filter(mayBeDuplicate);
  if (unclear.length === 0) return false;
  if (!process.stdin.isTTY || terminal.json) {
    terminal.note('Add --again to upload such builds anyway.');
    return false;
  }
  const questions = unclear.map((one) => ({ question: `Upload ${buildTitle(one)} anyway? [y/N] ` }));
  const answers = await ask(questions, interrupt);
  const agreed = unclear.filter((_, at) => /^y(es)?$/i.test(answers[at]?.trim() ?? ''));
  for (const { id } of agreed) await client.call('uploads.answer', { id, send: true });
  return agreed.length > 0;
}
