import type { ServiceOverview } from '../../../../preload/page.ts';
import { type ExposureDraft, filesOf, isSaved } from '../../../logic/drafts/exposure-draft.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, options, TextField } from '../../../parts/fields/fields.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { useApp, useFormat } from '../../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../../state/data/calls.ts';
import type { Form } from '../../../state/drafts/form.ts';

type Props = { readonly exposure: ServiceOverview['exposure']; readonly form: Form<ExposureDraft> };

const hops = ['0', '1', '2', '3', '4', '5'];

/** Listening address, proxies and encryption, which the choice of an audience sets for most users. */
export function NetworkFields({ exposure, form }: Props) {
  const { draft } = form;
  const isOpen = draft.audience !== 'computer';
  const byProxy = draft.audience === 'internet' && draft.publicUrl.trim().startsWith('https:');
  return (
    <>
      {isOpen && <ListeningAddress exposure={exposure} form={form} />}
      {draft.audience === 'internet' && (
        <Choice
          label={t('service.proxyHops')}
          hint={t('service.proxyHopsHint')}
          choices={options(hops, (count) => (count === '0' ? t('service.proxyHopsNone') : count))}
          {...form.choice('proxyHops')}
        />
      )}
      <Choice
        label={t('service.encryptWith')}
        hint={draft.encryption === 'none' ? undefined : t(`service.encryptHint.${draft.encryption}`)}
        choices={options(['auto', 'own', 'none'], (way) => t(`service.encryptWays.${way}`))}
        {...form.choice('encryption')}
      />
      {draft.encryption === 'own' && <OwnCertificate exposure={exposure} form={form} />}
      {isOpen && draft.encryption === 'none' && (
        <EncryptionNote proxy={byProxy ? draft.publicUrl.trim() : null} />
      )}
    </>
  );
}

function EncryptionNote({ proxy }: { readonly proxy: string | null }) {
  if (proxy === null) return <Notice>{t('service.exposureWarning')}</Notice>;
  return <p className="quiet">{t('service.proxyEncrypts', { address: proxy })}</p>;
}

function ListeningAddress({ exposure: { addresses, host }, form }: Props) {
  const listed = addresses.map(
    ({ address, network }) => [address, t('service.exposureAddress', { address, network })] as const,
  );
  const other =
    host === null || addresses.some(({ address }) => address === host)
      ? []
      : [[host, t('service.exposureOther', { address: host })] as const];
  const loopback = [['', t('service.exposureOnlyHere')] as const];
  return (
    <Choice
      label={t('service.exposureWho')}
      choices={[...(form.draft.audience === 'internet' ? loopback : []), ...listed, ...other]}
      {...form.choice('host')}
    />
  );
}

function OwnCertificate({ exposure, form }: Props) {
  const format = useFormat();
  const { draft, problems } = form;
  const files = filesOf(draft);
  const used = useCallQuery('service.checkCertificate', files ?? { certificate: '', key: '' }, {
    enabled: files !== null && isSaved(draft, exposure),
  });
  const found = used.data;
  const at = (name: 'certificate' | 'key'): string | undefined =>
    problems[name] ?? (found?.problem?.at === name ? found.problem.failure.message : undefined);
  return (
    <>
      <PathField
        label={t('settings.network.addFile')}
        {...form.text('certificate')}
        error={at('certificate')}
      />
      <PathField label={t('service.keyFile')} {...form.text('key')} error={at('key')} />
      {found?.problem === null && (
        <p className="quiet" dir="auto">
          {t('service.certificateFacts', {
            names: format.list(found.names),
            date: format.day(found.validUntil, Date.now()),
            issuer: found.issuer,
          })}
        </p>
      )}
    </>
  );
}

type PathProps = {
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onText: (path: string) => void;
};

function PathField({ onText, ...field }: PathProps) {
  const { inWindow } = useApp().connection;
  const choose = useCommand('network.chooseCertificates', ([path]) => path !== undefined && onText(path));
  return (
    <div>
      <div className="input-line input-line-end">
        <TextField required dir="auto" hint={t('settings.network.addFileHint')} onText={onText} {...field} />
        {inWindow && (
          <Button
            disabled={choose.isPending}
            aria-label={t('service.chooseNamed', { name: field.label })}
            onClick={() => choose.mutate({})}
          >
            {t('settings.network.chooseFile')}
          </Button>
        )}
      </div>
      {choose.error && <InlineFailure error={choose.error} />}
    </div>
  );
}
