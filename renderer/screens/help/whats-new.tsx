import changelog from '../../../.github/CHANGELOG.md?raw';
import { newsParts, newsVersion, releaseNotes } from '../../logic/release-notes.ts';
import { t } from '../../messages.ts';
import { DoneDialog } from '../../parts/overlays/dialog.tsx';
import { useCallQuery } from '../../state/data/calls.ts';

/** Shows a summary of this version, and its changes in English, like the release notes. */
export function WhatsNewDialog() {
  const version = useCallQuery('app.info', {}).data?.version;
  if (version === undefined) return null;
  const hasSummary = version === newsVersion;
  return (
    <DoneDialog title={t('help.whatsNewIn', { version })} button={t('common.close')}>
      {hasSummary && (
        <ul className="release-summary">
          {newsParts.map((part) => (
            <li key={part}>{t(`help.news.${part}`)}</li>
          ))}
        </ul>
      )}
      <details className="advanced" open={!hasSummary}>
        <summary>{t('help.whatsNewDetails')}</summary>
        <div lang="en" className="release-notes">
          {releaseNotes(changelog, version).map(({ title, changes }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </DoneDialog>
  );
}
