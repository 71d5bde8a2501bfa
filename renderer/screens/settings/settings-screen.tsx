import type { ComponentType } from 'react';
import type { Screen } from '../../logic/screen.ts';
import { type SettingsSection, settingsSections } from '../../logic/settings.ts';
import { t } from '../../messages.ts';
import { TitleButton } from '../../parts/button.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { ScreenTabs } from '../../parts/frame/screen-tabs.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { useNarrow } from '../../state/window/narrow.ts';
import { AccessibilitySection } from './accessibility-section.tsx';
import { AccountsSection } from './accounts-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { FoundSettings, useFoundSettings } from './found-settings.tsx';
import { NetworkSection } from './network-section.tsx';
import { NotificationsSection, UploadsSection } from './preference-sections.tsx';
import { StartSection } from './start-section.tsx';

const sections: { readonly [Section in SettingsSection]: ComponentType } = {
  accounts: AccountsSection,
  network: NetworkSection,
  uploads: UploadsSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  accessibility: AccessibilitySection,
  start: StartSection,
  diagnostics: DiagnosticsSection,
};

type SettingsLocation = Extract<Screen, { readonly kind: 'settings' }>;

export function SettingsScreen({ location }: { readonly location: SettingsLocation }) {
  const isSearching = useStore(useApp().search).trim() !== '';
  const found = useFoundSettings();
  return (
    <ScreenFrame
      title={t('common.screen.settings')}
      onSearched={found.openFirst}
      actions={location.section === 'accounts' && <AddAccount />}
    >
      {isSearching ? <FoundSettings {...found} /> : <CurrentSection section={location.section} />}
    </ScreenFrame>
  );
}

function AddAccount() {
  const { dialog } = useApp();
  return (
    <TitleButton
      icon="add"
      label={t('accounts.add')}
      onClick={() => dialog.set({ kind: 'account', account: null })}
    />
  );
}

function CurrentSection({ section }: { readonly section: SettingsSection }) {
  const Section = sections[section];
  return (
    <div className="settings">
      <SectionList current={section} />
      <section className="settings-section" aria-labelledby="settings-title" key={section}>
        <h2 id="settings-title">{t(`settings.sections.${section}`)}</h2>
        <Section />
      </section>
    </div>
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
