import type { UploadView } from '../../../preload/page.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';

/** Returns name and version: `Field Notes 2.4.1`; the file name if the package is not read yet. */
export function buildName(upload: UploadView): string {
  const name = upload.package?.name ?? upload.target?.applicationName ?? upload.package?.id;
  if (name === undefined) return upload.fileName;
  const version = upload.package?.versionName || upload.package?.build;
  return version ? `${name} ${version}` : name;
}

/** Returns the recipients: `1 team, 2 members and qa@example.com`; null if there are none. */
export function recipientText(
  recipients: UploadView['recipients'],
  words: Translator = translatorOf('en'),
): string | null {
  const { teamIds, memberIds, emails } = recipients;
  const parts = [
    teamIds.length > 0 ? words.translate('recipients/teams', { count: teamIds.length }) : null,
    memberIds.length > 0 ? words.translate('recipients/members', { count: memberIds.length }) : null,
    emails.length === 1
      ? emails[0]
      : emails.length > 1
        ? words.translate('recipients/addresses', { count: emails.length })
        : null,
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return null;
  return new Intl.ListFormat(words.language, { type: 'conjunction' }).format(parts);
}
