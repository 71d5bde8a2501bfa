import type { SendBody } from '../../../api/wire.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { Account } from '../../../settings/settings-schema.ts';
import { givenNotes } from '../../options/notes.ts';
import { chosenApplication } from '../../run/chosen-application.ts';
import type { Context } from '../../run/context.ts';
import type { UploadOptions } from './upload-options.ts';

/**
 * Returns the upload fields that all builds of the command share. Throws like `chosenApplication` and
 * `givenNotes`.
 */
export async function uploadInput(
  context: Context,
  client: LocalClient,
  account: Account,
  recipients: SendBody,
  options: UploadOptions,
) {
  return {
    accountId: account.id,
    area: options.area,
    activate: options.activate === true,
    recipients: { ...recipients },
    sendAnyway: options.sendAnyway === true,
    again: options.again === true,
    application: options.app?.kind === 'named' ? undefined : options.app,
    ...(await chosenApplication(context, client, account.id, options)),
    ...(await givenNotes(options, (query) => client.call('uploads.history', query))),
  };
}
