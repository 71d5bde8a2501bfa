/** The current screen. All screens except Uploads, the first one, are loaded on demand. */
import { type ComponentType, useEffect } from 'react';
import type { Screen, ScreenKind } from '../logic/screen.ts';
import { t } from '../messages.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/empty.tsx';
import { InlineFailure } from '../parts/failure.tsx';
import { ScreenFrame } from '../parts/frame/screen-frame.tsx';
import { loadWhenIdle, onDemand, PartFailure } from '../parts/on-demand.tsx';
import { useApp } from '../state/app-state.ts';
import { readEverything } from '../state/data/live.ts';
import { useStore } from '../state/store.ts';
import { UploadsScreen } from './uploads/uploads-screen.tsx';

function onDemandScreen<Props extends object>(kind: ScreenKind, load: () => Promise<ComponentType<Props>>) {
  return onDemand(load, (isFailed) => (
    <ScreenFrame title={t(`common.screen.${kind}`)} searchable={false}>
      {isFailed ? <PartFailure /> : <Loading />}
    </ScreenFrame>
  ));
}

const AppsScreen = onDemandScreen('apps', async () => (await import('./apps/apps-screen.tsx')).AppsScreen);
const FoldersScreen = onDemandScreen(
  'folders',
  async () => (await import('./folders/folders-screen.tsx')).FoldersScreen,
);
const HelpScreen = onDemandScreen('help', async () => (await import('./help/help-screen.tsx')).HelpScreen);
const PushScreen = onDemandScreen('push', async () => (await import('./push/push-screen.tsx')).PushScreen);
const ServiceScreen = onDemandScreen(
  'service',
  async () => (await import('./service/service-screen.tsx')).ServiceScreen,
);
const SettingsScreen = onDemandScreen(
  'settings',
  async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
);
const StoreScreen = onDemandScreen(
  'store',
  async () => (await import('./store/store-screen.tsx')).StoreScreen,
);

export function CurrentScreen() {
  const app = useApp();
  const screen = useStore(app.screen);
  const loading = useStore(app.loading);
  useEffect(() => {
    if (loading.kind === 'ready') void loadWhenIdle();
  }, [loading.kind]);
  if (loading.kind === 'loading') {
    return (
      <main className="screen">
        <Loading />
      </main>
    );
  }
  if (loading.kind === 'failed') {
    return (
      <main className="screen">
        <div className="empty">
          <h1>{t('common.notLoaded')}</h1>
          <InlineFailure failure={loading.failure}>
            <Button onClick={() => void readEverything(app)}>{t('common.retry')}</Button>
          </InlineFailure>
        </div>
      </main>
    );
  }
  return screenElement(screen);
}

function screenElement(screen: Screen) {
  switch (screen.kind) {
    case 'uploads':
      return <UploadsScreen location={screen} />;
    case 'apps':
      return <AppsScreen location={screen} />;
    case 'store':
      return <StoreScreen location={screen} />;
    case 'folders':
      return <FoldersScreen location={screen} />;
    case 'push':
      return <PushScreen tab={screen.tab} />;
    case 'service':
      return <ServiceScreen location={screen} />;
    case 'settings':
      return <SettingsScreen location={screen} />;
    case 'help':
      return <HelpScreen />;
  }
}
