/** Parts of the page that are separate chunks, loaded when first shown or while the page is idle. */
import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { Failure } from '../../preload/page.ts';
import { t } from '../messages.ts';
import { createStore, useStore } from '../state/store.ts';
import { Button } from './button.tsx';
import { InlineFailure } from './failure.tsx';

type Chunk<Props> =
  | { readonly kind: 'pending' | 'failed' }
  | { readonly kind: 'loaded'; readonly component: ComponentType<Props> };

const loaders: (() => Promise<void>)[] = [];

/**
 * Returns a component that is loaded on demand. `React.lazy` would show its fallback for 300 ms even if the
 * code is already loaded.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: (isFailed: boolean) => ReactNode,
): ComponentType<Props> {
  const chunk = createStore<Chunk<Props>>({ kind: 'pending' });
  const request = async (): Promise<void> => {
    if (chunk.get().kind !== 'pending') return;
    try {
      chunk.set({ kind: 'loaded', component: await load() });
    } catch {
      // `pending` shows the failure. Browsers also cache a failed import, so only a reload can help.
      chunk.set({ kind: 'failed' });
    }
  };
  loaders.push(request);
  return function OnDemand(props) {
    const state = useStore(chunk);
    useEffect(() => void request(), []);
    return state.kind === 'loaded' ? <state.component {...props} /> : pending(state.kind === 'failed');
  };
}

/** Loads all parts, one after another while the page is idle, so that each appears at once when needed. */
export async function loadWhenIdle(): Promise<void> {
  for (const load of loaders) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await load();
  }
}

/** Error of a chunk that could not be loaded, for example because an update has replaced the program. */
export function PartFailure() {
  const failure: Failure = { code: 'page/notLoaded', message: t('common.partNotLoaded'), remedy: 'retry' };
  return (
    <InlineFailure failure={failure}>
      <Button onClick={() => window.location.reload()}>{t('common.reload')}</Button>
    </InlineFailure>
  );
}
