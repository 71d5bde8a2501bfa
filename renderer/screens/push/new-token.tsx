import { t } from '../../messages.ts';
import { CopyButton } from '../../parts/button.tsx';

/** The provider says that the device is reached by another token from now on. */
export function NewToken({ token }: { readonly token: string }) {
  return (
    <div className="notice push-token">
      <p>{t('push-messages.drawer.newToken')}</p>
      <code className="selectable">{token}</code>
      <CopyButton text={token} label={t('push-messages.drawer.copyToken')} />
    </div>
  );
}
