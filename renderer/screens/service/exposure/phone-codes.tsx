import type { ServiceStatus } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { CopyButton } from '../../../parts/button.tsx';
import { QrCode } from '../../../parts/qr-code.tsx';

type Props = {
  readonly status: Pick<ServiceStatus, 'authority'>;
  readonly url: string;
  /** True if phones must install the authority of the service before they open its address. */
  readonly needsAuthority: boolean;
};

/** QR codes with which a phone opens the service. */
export function PhoneCodes({ status: { authority }, url, needsAuthority }: Props) {
  const trusted = needsAuthority ? authority : null;
  const numbered = (number: number, title: string): string => (trusted ? `${number}. ${title}` : title);
  return (
    <div className="phone-codes">
      {trusted && (
        <CodePart
          title={numbered(1, t('service.trustTitle'))}
          text={t('service.trustText', { name: trusted.name })}
          code={t('service.trustCode')}
          address={trusted.page}
          hint={t('service.fingerprint', { fingerprint: trusted.fingerprint })}
        />
      )}
      <CodePart
        title={numbered(2, t('service.tryTitle'))}
        text={t('service.scanAddress')}
        code={t('service.addressCode')}
        address={url}
      />
    </div>
  );
}

type CodeProps = {
  readonly title: string;
  readonly text: string;
  readonly code: string;
  readonly address: string;
  readonly hint?: string;
};

function CodePart({ title, text, code, address, hint }: CodeProps) {
  return (
    <div className="address">
      <QrCode text={address} label={code} />
      <div className="address-side">
        <h4>{title}</h4>
        <p>{text}</p>
        <p className="selectable link-text">{address}</p>
        {hint && <p className="field-hint selectable">{hint}</p>}
        <div className="button-line">
          <CopyButton text={address} label={t('service.copyAddress')} />
        </div>
      </div>
    </div>
  );
}
