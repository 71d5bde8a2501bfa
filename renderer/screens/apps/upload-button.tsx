import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { chooseBuilds, FileButton } from '../../parts/fields/file-input.tsx';
import type { AppState } from '../../state/app-state.ts';
import { useApp } from '../../state/app-state.ts';

const openUpload =
  (app: AppState, accountId: string) =>
  (files: readonly File[]): void =>
    app.dialog.set({ kind: 'upload', files, into: { accountId, area: 'testingdist', profile: null } });

/** Lets the user choose builds, then opens the upload dialog for test distribution. */
export const uploadToTests = (app: AppState, accountId: string): void =>
  chooseBuilds(openUpload(app, accountId));

type Props = { readonly accountId: string };

/** The only action of an empty list. */
export function FirstBuildButton({ accountId }: Props) {
  const app = useApp();
  return (
    <Button variant="primary" onClick={() => uploadToTests(app, accountId)}>
      {t('uploads.upload')}
    </Button>
  );
}

export function UploadButton({ accountId }: Props) {
  const app = useApp();
  return <FileButton label={t('uploads.upload')} onFiles={openUpload(app, accountId)} />;
}
