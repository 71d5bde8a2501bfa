import type { VersionView } from '../../../preload/page.ts';
import { plainNote } from '../../logic/plain-note.ts';
import { shownStates, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button, CopiedNote } from '../../parts/button.tsx';
import { BareSwitch } from '../../parts/fields/fields.tsx';
import { Row } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { MailStateLabel } from '../../parts/mail-state.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useServicePicture } from '../../state/data/push-data.ts';
import { useSetUpMail } from '../../state/next-actions.ts';
import { useVersionActions } from './version-actions.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly busy: boolean;
  readonly onSwitch: (active: boolean) => void;
};

export function VersionRow({ accountId, version, busy, onSwitch }: Props) {
  const format = useFormat();
  const actions = useVersionActions(accountId, version);
  const setUpMail = useSetUpMail(accountId);
  const picture = useServicePicture(accountId, version.iconUrl);
  const note = plainNote(version.releaseNote ?? '');
  return (
    <Row
      data-version={version.id}
      tile={<Tile name={version.applicationName} picture={picture} />}
      name={versionLabel(version)}
      beside={<span className="row-version">{version.platformTypeName}</span>}
      failure={actions.failure}
      second={
        <span className="row-parts">
          <span>{format.bytes(version.fileSize)}</span>
          <span>{format.moment(Date.parse(version.uploadDateTimeUtc), Date.now())}</span>
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
          <Button variant="quiet" onClick={actions.send}>
            {actions.sendLabel}
          </Button>
        </div>
      </div>
      <BareSwitch
        checked={version.isActive}
        busy={busy}
        label={t('apps.switchOn', { version: version.version })}
        onChange={onSwitch}
      />
      <MoreMenu
        name={version.version}
        entries={[
          { label: actions.sendLabel, command: 'send', run: actions.send },
          version.isActive
            ? { label: t('apps.deactivate'), run: () => onSwitch(false) }
            : { label: t('apps.activate'), command: 'activate', run: () => onSwitch(true) },
          { label: t('apps.copyLink'), command: 'copyLink', run: actions.copyLink },
          { label: t('apps.openLink'), run: actions.openLink },
          ...(actions.editNote ? [{ label: t('apps.editNote'), run: actions.editNote }] : []),
          'separator',
          { label: t('apps.removeVersion'), danger: true, command: 'remove', run: actions.askRemove },
        ]}
      />
      <CopiedNote copied={actions.copied} />
    </Row>
  );
}

function MailSummary({ mail }: Pick<VersionView, 'mail'>) {
  const states = shownStates(mail);
  return (
    <span className="row-state-text row-parts">
      {states.length === 0 && <MailStateLabel state="not-mailed" />}
      {states.map((state) => (
        <MailStateLabel key={state} state={state} count={mail[state]} />
      ))}
    </span>
  );
}
