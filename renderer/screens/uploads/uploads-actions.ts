import { t } from '../../messages.ts';
import { chooseBuilds } from '../../parts/fields/choose-files.ts';
import type { Action } from '../../state/actions.ts';
import { useApp, useUploadList } from '../../state/app-state.ts';
import { ask } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { stateChoices } from './state-choice.tsx';

export function useUploadsActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const paused = useStore(app.paused);
  const failed = useUploadList().filter(({ state }) => state === 'failed');
  const hint = t('common.place.uploads');
  return [
    {
      id: 'uploads.add',
      label: t('uploads.upload'),
      hint,
      keys: { key: 'o' },
      run: () => chooseBuilds((files) => app.dialog.set({ kind: 'upload', files })),
    },
    {
      id: 'uploads.pause-all',
      label: paused ? t('uploads.resumeAll') : t('uploads.pauseAll'),
      hint,
      run: () => ask(bridge, 'uploads.setPaused', { paused: !paused }),
    },
    ...(failed.length === 0
      ? []
      : [
          {
            id: 'uploads.retry-failed',
            label: t('palette.retryFailed'),
            hint,
            run: () => Promise.all(failed.map(({ id }) => ask(bridge, 'uploads.retry', { id }))),
          },
        ]),
    ...stateChoices().map(([filter, text]) => ({
      id: `uploads.show-${filter}`,
      label: t('palette.showUploads', { which: text }),
      hint,
      run: () => {
        app.search.set('');
        app.stateFilter.set(filter);
        app.place.goTo('uploads');
      },
    })),
  ];
}
