import type { DragEvent } from 'react';
import { isLoopbackLink } from '../logic/qr.ts';
import { t } from '../messages.ts';
import { useApp, useIsBuiltIn } from '../state/app-state.ts';
import { useCommand } from '../state/data/calls.ts';
import { useStartService } from '../state/data/service-data.ts';
import { useNextActions } from '../state/next-actions.ts';
import { useStore } from '../state/store.ts';
import { Button, CopyButton } from './button.tsx';
import { InlineFailure } from './failure.tsx';
import { Notice } from './notice.tsx';
import { DrawerSection } from './overlays/drawer.tsx';
import { QrCode } from './qr-code.tsx';
import { WrappingText } from './wrapping-text.tsx';

/** Lets the user drag the link into a mail, a chat or a browser. */
function dragLink({ dataTransfer }: DragEvent, link: string): void {
  dataTransfer.setData('text/uri-list', link);
  dataTransfer.setData('text/plain', link);
}

/** Also lets the user drag the QR code into a folder, as a file with the name of the version. */
function dragCode(event: DragEvent, code: { link: string; picture: string; name: string }): void {
  dragLink(event, code.link);
  const file = code.name.replace(/[\\/:*?"<>|]/g, '-');
  event.dataTransfer.setData('DownloadURL', `image/png:${file}.png:${code.picture}`);
}

type Props = {
  readonly accountId?: string;
  readonly link: string | null;
  readonly name: string;
};

/**
 * Install link of a version, with its QR code if phones can open it. `name` contains the app and the version.
 */
export function LinkSection({ accountId, link, name }: Props) {
  const open = useCommand('app.openLink');
  const isOwn = useIsBuiltIn(accountId ?? '');
  const isStopped = !useStore(useApp().service).running && isOwn;
  if (link === null) return null;
  const isLocal = isLoopbackLink(link);
  return (
    <DrawerSection title={t('apps.link')}>
      <div className="link-section">
        {!isLocal && !isStopped && (
          <QrCode
            text={link}
            label={t('apps.qrCode', { name })}
            onDragStart={(event, picture) => dragCode(event, { link, picture, name })}
          />
        )}
        <div className="link-side">
          <p className="selectable link-text" draggable onDragStart={(event) => dragLink(event, link)}>
            <WrappingText text={link} />
          </p>
          <div className="button-line">
            <CopyButton text={link} label={t('apps.copyShort')} />
            {!isStopped && <Button onClick={() => open.mutate({ url: link })}>{t('apps.openShort')}</Button>}
          </div>
        </div>
      </div>
      {isStopped ? <StoppedLink /> : <LinkHint isLocal={isLocal} isOwn={isOwn} link={link} />}
      {open.error && <InlineFailure error={open.error} />}
    </DrawerSection>
  );
}

function StoppedLink() {
  const start = useStartService();
  return (
    <>
      <div className="button-line">
        <p className="field-hint">{t('apps.linkStopped')}</p>
        <Button disabled={start.isPending} onClick={() => start.mutate({})}>
          {t('accounts.startService')}
        </Button>
      </div>
      {start.error && <InlineFailure error={start.error} />}
    </>
  );
}

type HintProps = { readonly isLocal: boolean; readonly isOwn: boolean; readonly link: string };

function LinkHint({ isLocal, isOwn, link }: HintProps) {
  const { openExposure } = useNextActions();
  if (isLocal)
    return (
      <div className="button-line">
        <p className="field-hint">{t('apps.onlyHere')}</p>
        {isOwn && <Button onClick={openExposure}>{t('uploads.makeReachable')}</Button>}
      </div>
    );
  return (
    <>
      <p className="field-hint">{t('apps.scan')}</p>
      {isOwn && link.startsWith('http:') && (
        <Notice action={<Button onClick={openExposure}>{t('apps.encrypt')}</Button>}>
          {t('apps.notEncrypted')}
        </Notice>
      )}
    </>
  );
}
