import { type Command, Option } from 'commander';
import { type GitNotes, gitNotes } from '../../core/git-notes.ts';
import { type FolderInput, maxReleaseNoteLength } from '../../settings/folder-rule.ts';
import { cliErrors } from '../errors.ts';
import { resolvePath } from '../resolve-path.ts';
import { readTextArgument } from './message-file.ts';

/** `notes` is false for `--no-notes`. */
export type NotesOptions = {
  readonly notes?: string | false;
  readonly notesFile?: string;
  readonly notesFromGit?: true;
};

/** `change`: also adds `--no-notes`. */
export function addNotesOptions(command: Command, change = false): Command {
  const options = [
    new Option('--notes <text>', 'release notes for testers, as plain text or Markdown').conflicts([
      'notesFile',
      'notesFromGit',
    ]),
    new Option('--notes-file <file>', 'read the release notes from a file').conflicts('notesFromGit'),
    new Option('--notes-from-git', 'use the commit subjects since the last build sent from this repository'),
    ...(change ? [new Option('--no-notes', 'remove the release notes')] : []),
  ];
  for (const option of options) command.addOption(option.helpGroup('Release notes:'));
  return command;
}

/** Returns the notes of this upload. Throws file errors, `cli/badOption` and errors of `gitNotes`. */
export async function givenNotes(
  options: NotesOptions,
  history: Parameters<typeof gitNotes>[1],
): Promise<Partial<GitNotes>> {
  if (options.notesFromGit) return gitNotes(resolvePath('.'), history);
  const text = await givenText(options);
  return text === null ? {} : { releaseNote: text };
}

/** Returns the notes for a folder's rule; undefined if no option sets them. */
export async function givenNotesRule(options: NotesOptions): Promise<FolderInput['releaseNotes']> {
  if (options.notes === false) return { kind: 'none' };
  if (options.notesFromGit) return { kind: 'git' };
  const text = await givenText(options);
  return text === null ? undefined : { kind: 'text', text };
}

/** Returns null if the notes are empty. Throws file errors and `cli/badOption`. */
export async function givenText({ notes, notesFile }: NotesOptions): Promise<string | null> {
  const text = notesFile === undefined ? notes || '' : await readTextArgument(notesFile);
  if (text.length > maxReleaseNoteLength) {
    const problem = `Release notes have at most ${maxReleaseNoteLength} characters; these have ${text.length}.`;
    throw cliErrors.badOption({ problem });
  }
  return text.trim() === '' ? null : text.trim();
}
