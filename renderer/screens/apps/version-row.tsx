import type { VersionView } from '../../../preload/page.ts';
import { firstPlainLine } from '../../logic/plain-note.ts';
import { isMailing, shownStates, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button, CopiedNote } from '../../parts/button.tsx';
import { BareSwitch } from '../../parts/fields/fields.tsx';
import { Row } from '../../parts/list/row.tsx';
import { RowTime } from '../../parts/list/row-time.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { MailStateLabel } from '../../parts/mail-state.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { WrappingText } from '../../parts/wrapping-text.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useVersionPicture } from '../../state/data/push-data.ts';
import { useSetUpMail } from '../../state/next-actions.ts';
import type { ActiveSwitch } from './active-switch.ts';
import { sendLabel } from './version-commands.ts';
import { useVersionMenu } from './version-menu.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly active: ActiveSwitch;
};

export function VersionRow({ accountId, version, active }: Props) {
  const format = useFormat();
  const app = useApp();
  const menu = useVersionMenu(accountId, active, version);
  const setUpMail = useSetUpMail(accountId);
  const picture = useVersionPicture(accountId, version);
  const note = firstPlainLine(version.releaseNote ?? '');
  return (
    <Row
      data-version={version.id}
      tile={<Tile name={version.applicationName} picture={picture} />}
      name={versionLabel(version)}
      text={<WrappingText text={versionLabel(version)} />}
      beside={<span className="row-version">{version.platformTypeName}</span>}
      failure={menu.failure}
      second={
        <span className="row-parts">
          <span>{format.bytes(version.fileSize)}</span>
          <RowTime label={t('apps.uploaded')} iso={version.uploadDateTimeUtc} />
          {note && <bdi title={note}>{note}</bdi>}
        </span>
      }
    >
      <div className="row-side">
        <div className="row-state">
          <MailSummary mail={version.mail} />
        </div>
        <div className="row-actions">
          {version.mail['not-mailed'] > 0 && setUpMail && (
            <Button variant="quiet" onClick={() => setUpMail()}>
              {t('uploads.setUpMail')}
            </Button>
          )}
          {!isMailing(version) && (
            <Button variant="quiet" onClick={() => app.dialog.set({ kind: 'send', accountId, version })}>
              {sendLabel(version)}
            </Button>
          )}
        </div>
      </div>
      <span className="switch-word" aria-hidden="true">
        {version.isActive ? t('apps.active') : t('apps.inactive')}
      </span>
      <BareSwitch
        checked={version.isActive}
        busy={active.busy.has(version.id)}
        label={t('apps.switchOn', { version: version.version })}
        onChange={(on) => active.set([version], on)}
      />
      <MoreMenu name={version.version} entries={menu.entries} />
      <CopiedNote copied={menu.copied} />
    </Row>
  );
}

function MailSummary({ mail }: Pick<VersionView, 'mail'>) {
  const states = shownStates(mail);
  return (
    <span className="row-state-text row-parts">
      {states.length === 0 && <span className="tone-quiet">{t('apps.noRecipients')}</span>}
      {states.map((state) => (
        <MailStateLabel key={state} state={state} count={mail[state]} />
      ))}
    </span>
  );
}
