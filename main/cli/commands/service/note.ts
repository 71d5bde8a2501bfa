import type { Command } from 'commander';
import { builtInAccountId } from '../../../core/service/built-in-account.ts';
import { cliErrors } from '../../errors.ts';
import { addNotesOptions, givenText, type NotesOptions } from '../../options/notes.ts';
import { findVersion, parseVersionName, versionArgument } from '../../options/version-name.ts';
import { namedApps } from '../../run/chosen-application.ts';
import type { RunOnDirectory } from '../../run/with-service.ts';

export function addNoteCommand(service: Command, withClient: RunOnDirectory): void {
  addNotesOptions(
    service
      .command('note')
      .description('Change the release notes of a version on the built-in service.')
      .argument('<version>', versionArgument),
    true,
  ).action((version: string, options: NotesOptions) =>
    withClient(async ({ terminal }, client) => {
      const name = parseVersionName(version);
      const releaseNote = await givenText(options);
      if (options.notesFromGit || (releaseNote === null && options.notes !== false))
        throw cliErrors.badOption({ problem: 'Use --notes, --notes-file or --no-notes.' });
      const accountId = builtInAccountId;
      const versionId = await findVersion(name, {
        apps: () => namedApps(client, accountId),
        versions: async (applicationId) =>
          (await client.call('apps.get', { accountId, applicationId })).versions,
      });
      await client.call('service.setReleaseNote', { versionId, releaseNote: releaseNote ?? '' });
      return terminal.done(
        { versionId, releaseNote },
        releaseNote === null
          ? 'Removed the release notes of the version.'
          : 'Changed the release notes of the version.',
      );
    }),
  );
}
