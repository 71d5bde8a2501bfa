import { isOnlyHere } from '../logic/qr.ts';
import { useAsk } from '../state/calls.ts';
import { words } from '../words/apps.ts';
import { Button, CopyButton } from './button.tsx';
import { DrawerSection } from './drawer.tsx';
import { InlineFailure } from './failure.tsx';
import { QrCode } from './qr-code.tsx';

/** Where this exact version is installed from: as a link, as a code for a phone; `name` is the application and version. */
export function LinkSection({ link, name }: { readonly link: string | null; readonly name: string }) {
  const open = useAsk('app.openLink');
  if (link === null) return null;
  return (
    <DrawerSection title={words.link}>
      <div className="link-section">
        <QrCode text={link} label={words.qrCode(name)} />
        <div className="link-side">
          <p className="selectable link-text">{link}</p>
          <div className="button-line">
            <CopyButton text={link} label={words.copyShort} />
            <Button onClick={() => open.mutate({ url: link })}>{words.openShort}</Button>
          </div>
        </div>
      </div>
      <p className="field-hint">{isOnlyHere(link) ? words.onlyHere : words.scan}</p>
      {open.error && <InlineFailure error={open.error} />}
    </DrawerSection>
  );
}
