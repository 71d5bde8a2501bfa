import { isOnlyHere } from '../logic/qr.ts';
import { t } from '../messages.ts';
import { useAsk } from '../state/calls.ts';
import { Button, CopyButton } from './button.tsx';
import { DrawerSection } from './drawer.tsx';
import { InlineFailure } from './failure.tsx';
import { QrCode } from './qr-code.tsx';

/** Where this exact version is installed from: as a link, as a code for a phone; `name` is the application and version. */
export function LinkSection({ link, name }: { readonly link: string | null; readonly name: string }) {
  const open = useAsk('app.openLink');
  if (link === null) return null;
  return (
    <DrawerSection title={t('apps.link')}>
      <div className="link-section">
        <QrCode text={link} label={t('apps.qrCode', { name })} />
        <div className="link-side">
          <p className="selectable link-text">{link}</p>
          <div className="button-line">
            <CopyButton text={link} label={t('apps.copyShort')} />
            <Button onClick={() => open.mutate({ url: link })}>{t('apps.openShort')}</Button>
          </div>
        </div>
      </div>
      <p className="field-hint">{isOnlyHere(link) ? t('apps.onlyHere') : t('apps.scan')}</p>
      {open.error && <InlineFailure error={open.error} />}
    </DrawerSection>
  );
}
