import type { ComponentType } from 'react';
import { type SettingsSection, settingsSections } from '../../logic/screen.ts';
import { t } from '../../messages.ts';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { ScreenTabs } from '../../parts/frame/screen-tabs.tsx';
import { useNarrow } from '../../state/window/narrow.ts';
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
    <ScreenFrame title={t('common.screen.settings')} searchable={false}>
      <div className="settings">
        <SectionList current={section} />
        <section className="settings-section" aria-labelledby="settings-title" key={section}>
          <h2 id="settings-title">{t(`settings.sections.${section}`)}</h2>
          <Section />
        </section>
      </div>
    </ScreenFrame>
  );
}

/** Window width at which the content of the screen is 620 pixels wide, as in `settings.css`. */
const widthOfLine = 672;

function SectionList({ current }: { readonly current: SettingsSection }) {
  const isLine = useNarrow(widthOfLine);
  return (
    <ScreenTabs
      key={String(isLine)}
      label={t('settings.sectionList')}
      parts={settingsSections}
      nameOf={(section) => t(`settings.sections.${section}`)}
      current={current}
      screenOf={(section) => ({ kind: 'settings', section })}
      atSide={!isLine}
    />
  );
}
