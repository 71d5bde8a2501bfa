import { plainNote } from './plain-note.ts';

/** Version that the texts of `help.news` summarise. */
export const newsVersion = '0.1.0';
export const newsParts = ['uploads', 'service', 'push', 'window'] as const;

export type ChangeGroup = { readonly title: string; readonly changes: readonly string[] };

/** Returns the changes of a version from the text of CHANGELOG.md; defaults to the newest section. */
export function releaseNotes(changelog: string, version: string): readonly ChangeGroup[] {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => each.split(/\s/, 1)[0] === version) ?? sections[0] ?? '';
  const [, ...groups] = section.split(/^### /m);
  return groups.map((group) => {
    const [title = '', ...lines] = group.split('\n');
    return {
      title,
      changes: lines.filter((line) => line.startsWith('- ')).map((line) => plainNote(line.slice(2))),
    };
  });
}
