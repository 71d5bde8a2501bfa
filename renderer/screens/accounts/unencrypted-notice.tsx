import { unencryptedHosts } from '../../logic/unencrypted.ts';
import { t } from '../../messages.ts';
import { Notice } from '../../parts/notice.tsx';
import { Status } from '../../parts/status.tsx';
import { useFormat } from '../../state/app-state.ts';

type Props = { readonly account: Parameters<typeof unencryptedHosts>[0] };

export function UnencryptedNotice({ account }: Props) {
  const format = useFormat();
  const hosts = unencryptedHosts(account);
  if (hosts.length === 0) return null;
  return (
    <Status>
      <Notice>{t('accounts.unencryptedText', { hosts: format.list(hosts) })}</Notice>
    </Status>
  );
}
