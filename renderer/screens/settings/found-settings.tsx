import { screenHash } from '../../logic/screen.ts';
import { findSettings, listSettings, type Setting } from '../../logic/settings.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icons.tsx';
import { useAnnounceResults } from '../../state/announce-results.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { NoResults } from '../nothing-found.tsx';

type FoundSettingsState = {
  readonly found: readonly Setting[];
  readonly open: (setting: Setting) => void;
  readonly openFirst: () => void;
};

export function useFoundSettings(): FoundSettingsState {
  const { connection, screen, search } = useApp();
  const typed = useStore(search);
  const found = typed.trim() === '' ? [] : findSettings(listSettings(connection), typed);
  const open = ({ section, id }: Setting): void => {
    search.set('');
    screen.go({ kind: 'settings', section, setting: id });
  };
  const openFirst = (): void => {
    if (found[0]) open(found[0]);
  };
  return { found, open, openFirst };
}

export function FoundSettings({ found, open }: FoundSettingsState) {
  if (found.length === 0) return <NoResults />;
  return <FoundList found={found} open={open} />;
}

function FoundList({ found, open }: Pick<FoundSettingsState, 'found' | 'open'>) {
  useAnnounceResults(found.length);
  return (
    <ul className="found-settings" aria-label={t('settings.found')}>
      {found.map((setting) => (
        <li key={setting.id}>
          <a
            className="found-setting"
            href={screenHash({ kind: 'settings', section: setting.section, setting: setting.id })}
            draggable={false}
            onClick={(event) => {
              event.preventDefault();
              open(setting);
            }}
          >
            <Icon name="settings" />
            <span className="found-name">
              {setting.name}
              <span className="field-hint">{t(`settings.sections.${setting.section}`)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
