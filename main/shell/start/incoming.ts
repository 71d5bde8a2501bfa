import { app, dialog } from 'electron';
import type { CallArguments } from '../../../preload/contract.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { textOf } from '../../messages/text.ts';
import { translatorOf } from '../../messages/translator.ts';
import type { AccountView } from '../../settings/account-view.ts';
import { noRecipients } from '../../settings/settings-schema.ts';
import { shellErrors } from '../errors.ts';
import { screenAddress } from '../links.ts';
import type { Services } from '../services.ts';
import { rememberOpened } from './recent-files.ts';

export async function chooseBuilds(parts: Services): Promise<void> {
  const { translate } = translatorOf(parts.locale());
  const chosen = await parts.openDialog(
    'builds',
    {
      title: translate('dialog/upload'),
      properties: ['openFile', 'multiSelections'],
      filters: [{ name: translate('dialog/builds'), extensions: ['apk', 'ipa'] }],
    },
    null,
  );
  if (chosen.length > 0) await queueAndShow(parts, chosen, false);
}

/** Queues files opened with Slipway. Asks first by default, because a double click must not upload. */
export async function queueOpened(parts: Services, paths: readonly string[]): Promise<void> {
  await queueAndShow(parts, paths, parts.core.settings.get().confirmOpenedBuilds);
}

/**
 * Queues all or none of the files for the active account (test distribution, activated, no recipients), and
 * shows the list.
 */
async function queueAndShow(parts: Services, paths: readonly string[], askFirst: boolean): Promise<void> {
  const failure = await queueFiles(parts.bridge, paths, askFirst);
  await parts.window.show();
  parts.host.show({ address: screenAddress('uploads') });
  if (failure === null) {
    rememberOpened(app, parts.core.settings, paths);
    return;
  }
  const locale = parts.locale();
  const { translate } = translatorOf(locale);
  const detail = textOf(failure, locale);
  const message = { type: 'warning' as const, message: translate('dialog/nothing'), detail };
  const parent = parts.window.current();
  await (parent ? dialog.showMessageBox(parent, message) : dialog.showMessageBox(message));
}

async function queueFiles(
  bridge: Services['bridge'],
  paths: readonly string[],
  askFirst: boolean,
): Promise<Failure | null> {
  const accounts = await bridge.call('accounts.list', {});
  if (!accounts.ok) return accounts;
  const account = (accounts.value as readonly AccountView[]).find((candidate) => candidate.active);
  if (!account) return toFailure(shellErrors.noAccount({}));
  const values: CallArguments<'uploads.add'> = {
    paths: [...paths],
    accountId: account.id,
    area: 'testingdist',
    activate: true,
    recipients: noRecipients,
    askFirst,
  };
  const added = await bridge.call('uploads.add', values);
  return added.ok ? null : added;
}
