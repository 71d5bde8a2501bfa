/** Which dialog is open; one at a time. */
import type { AccountView, FolderView, TestVersion, UploadView } from '../../preload/contract.ts';

export type OpenDialog =
  /** `next` opens when the account is there. */
  | { readonly kind: 'account'; readonly account: AccountView | null; readonly next?: OpenDialog }
  | { readonly kind: 'remove-account'; readonly account: AccountView }
  | { readonly kind: 'upload'; readonly files: readonly File[] }
  | { readonly kind: 'folder'; readonly folder: FolderView | null }
  | { readonly kind: 'send'; readonly accountId: string; readonly version: TestVersion }
  | { readonly kind: 'send-again'; readonly upload: UploadView }
  | { readonly kind: 'remove-version'; readonly accountId: string; readonly version: TestVersion }
  | {
      readonly kind: 'remove-application';
      readonly accountId: string;
      readonly applicationId: number;
      readonly name: string;
    };
