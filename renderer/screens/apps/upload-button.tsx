import { t } from '../../messages.ts';
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

export function UploadButton({ accountId }: { readonly accountId: string }) {
  const app = useApp();
  return <FileButton label={t('uploads.upload')} onFiles={openUpload(app, accountId)} />;
}
