import { useState } from 'react';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { chooseBuilds } from '../../parts/choose-files.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { pathOf } from '../../state/calls.ts';
import { useStore } from '../../state/store.ts';

/** A build and a message of the project, from which more can be told than from its files. */
export function CompareWith() {
  const app = useApp();
  const { build, message } = useStore(app.pushProject);
  const [draft, setDraft] = useState(message);
  const [failure, setFailure] = useState<unknown>(null);
  const set = (change: Partial<ReturnType<typeof app.pushProject.get>>): void =>
    app.pushProject.set({ ...app.pushProject.get(), ...change });
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFailure(null);
    set({ build: { path: await pathOf(app.connection.bridge, file), name: file.name } });
  };
  return (
    <details className="advanced push-compare" open={build !== null || message !== '' ? true : undefined}>
      <summary>{t('push.compare')}</summary>
      <div className="push-compare-body">
        <p className="field-hint">{t('push.compareText')}</p>
        <div className="push-build">
          {build === null ? (
            <Button icon="add" onClick={() => chooseBuilds(([file]) => void take(file).catch(setFailure))}>
              {t('push.chooseBuild')}
            </Button>
          ) : (
            <>
              <span className="wrap-anywhere">
                {t('push.buildName')} <bdi>{build.name}</bdi>
              </span>
              <IconButton icon="close" label={t('push.withoutBuild')} onClick={() => set({ build: null })} />
            </>
          )}
        </div>
        {failure !== null && <InlineFailure error={failure} />}
        <TextAreaField
          label={t('push.message')}
          hint={t('push.messageHint')}
          rows={3}
          value={draft}
          onText={setDraft}
        />
        <div className="button-line">
          <Button disabled={draft === message} onClick={() => set({ message: draft })}>
            {t('push.useMessage')}
          </Button>
        </div>
      </div>
    </details>
  );
}
