import { CopyButton } from '../../parts/button.tsx';
import { words } from '../../words/push-messages.ts';

/** The provider says that the device is reached by another token from now on. */
export function NewToken({ token }: { readonly token: string }) {
  return (
    <div className="notice push-token">
      <p>{words.drawer.newToken}</p>
      <code className="selectable">{token}</code>
      <CopyButton text={token} label={words.drawer.copyToken} />
    </div>
  );
}
