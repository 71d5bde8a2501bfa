/** Writes theme, contrast and window frame to the root element for the styles. */
import type { PreferencesView } from '../../../preload/page.ts';
import type { Store } from '../store.ts';

type AppearanceSettings = Pick<PreferencesView, 'appearance' | 'contrast'>;

/** Applies theme and contrast until the returned function is called. Defaults to the system's. */
export function followAppearance(
  page: Pick<Window, 'document' | 'matchMedia'>,
  preferences: Pick<Store<AppearanceSettings | null>, 'get' | 'subscribe'>,
): () => void {
  const { dataset } = page.document.documentElement;
  const contrastQuery = page.matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const { appearance, contrast } = preferences.get() ?? { appearance: 'system', contrast: 'system' };
    if (appearance === 'system') delete dataset['appearance'];
    else dataset['appearance'] = appearance;
    if (contrast === 'more' || contrastQuery.matches) dataset['contrast'] = 'more';
    else delete dataset['contrast'];
  };
  apply();
  contrastQuery.addEventListener('change', apply);
  const stop = preferences.subscribe(apply);
  return () => {
    contrastQuery.removeEventListener('change', apply);
    stop();
  };
}

/** Sets `data-frame` to `mac` or `windows` where the window buttons of the system overlap the page. */
export function markFrame(
  { document, navigator }: Pick<Window, 'document' | 'navigator'>,
  { inWindow }: { readonly inWindow: boolean },
): void {
  const [, system] = /^(Mac|Win)/.exec(navigator.platform) ?? [];
  if (inWindow && system) document.documentElement.dataset['frame'] = system === 'Mac' ? 'mac' : 'windows';
}
