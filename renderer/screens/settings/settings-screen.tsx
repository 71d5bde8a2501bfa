import type { ComponentType } from 'react';
import { type SettingsSection, settingsSections } from '../../logic/place.ts';
import { t } from '../../messages.ts';
import { PlaceFrame } from '../../parts/frame/place-frame.tsx';
import { intoView } from '../../parts/frame/place-parts.tsx';
import { useApp } from '../../state/app-state.ts';
import { AccountsSection } from './accounts-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { AppearanceSection, NotificationsSection, UploadsSection } from './preference-sections.tsx';
import { StartSection } from './start-section.tsx';

const sections: { readonly [Section in SettingsSection]: ComponentType } = {
  accounts: AccountsSection,
  network: NetworkSection,
  uploads: UploadsSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  start: StartSection,
  diagnostics: DiagnosticsSection,
};

export function SettingsScreen({ section }: { readonly section: SettingsSection }) {
  const Section = sections[section];
  return (
    <PlaceFrame title={t('common.place.settings')} searchable={false}>
      <div className="settings">
        <SectionList current={section} />
        <section className="settings-section" aria-labelledby="settings-title" key={section}>
          <h2 id="settings-title">{t(`settings.sections.${section}`)}</h2>
          <Section />
        </section>
      </div>
    </PlaceFrame>
  );
}

function SectionList({ current }: { readonly current: SettingsSection }) {
  const app = useApp();
  return (
    <nav className="settings-list" aria-label={t('settings.sectionList')}>
      <ul>
        {settingsSections.map((section) => (
          <li key={section}>
            <a
              ref={section === current ? intoView : null}
              className={`settings-link ${section === current ? 'settings-link-current' : ''}`}
              href={`#/settings/${section}`}
              aria-current={section === current ? 'page' : undefined}
              draggable={false}
              onClick={(event) => {
                event.preventDefault();
                app.place.go({ kind: 'settings', section });
              }}
            >
              {t(`settings.sections.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
