import changelog from '../../../.github/CHANGELOG.md?raw';
import { releaseNotes } from '../../logic/release-notes.ts';
import { t } from '../../messages.ts';
import { DoneDialog } from '../../parts/overlays/dialog.tsx';
import { useCallQuery } from '../../state/data/calls.ts';

/** Changes in this version, in English only, like the release notes. */
export function WhatsNewDialog() {
  const version = useCallQuery('app.info', {}).data?.version;
  if (version === undefined) return null;
  return (
    <DoneDialog title={t('help.whatsNewIn', { version })} button={t('common.close')}>
      <div lang="en" className="release-notes">
        {releaseNotes(changelog, version).map(({ title, changes }, index) => (
          <details key={title} open={index === 0}>
            <summary>
              <h3>{title}</h3>
            </summary>
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </DoneDialog>
  );
}
