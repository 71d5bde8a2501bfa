import { useState } from 'react';
import type { RecipientView, VersionDetails } from '../../../preload/page.ts';
import { groupRecipients, type RecipientGroup } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { DrawerSection } from '../../parts/overlays/drawer.tsx';
import { useFormat } from '../../state/app-state.ts';

const reachSteps = ['people', 'sent', 'opened', 'downloaded'] as const;

/** Who got a version and what they did with it: how many at a glance, then everybody. */
export function RecipientsSection({ version }: { readonly version: VersionDetails }) {
  const format = useFormat();
  const { reach } = version;
  return (
    <DrawerSection title={t('apps.who')}>
      {version.recipients.length === 0 ? (
        <p className="quiet">{t('apps.nobodyYet')}</p>
      ) : (
        <>
          <dl className="reach">
            {reachSteps.map((step) => (
              <div key={step} className={reach[step] === 0 ? 'reach-none' : undefined}>
                <dt>{t(`apps.reach.${step}`)}</dt>
                <dd>{format.count(reach[step])}</dd>
              </div>
            ))}
          </dl>
          {groupRecipients(version.recipients).map((group) => (
            <Group key={group.status} group={group} />
          ))}
        </>
      )}
    </DrawerSection>
  );
}

const shownAtFirst = 50;

/** By the number the service gives a status. */
const statuses = ['added', 'sent', 'opened', 'downloaded'] as const;

function Group({ group }: { readonly group: RecipientGroup }) {
  const format = useFormat();
  const [all, setAll] = useState(false);
  const { status, people } = group;
  const shown = all ? people : people.slice(0, shownAtFirst);
  const known = typeof status === 'string' ? status : statuses[status];
  const title = known ? t(`apps.status.${known}`) : t('apps.statusUnknown', { number: Number(status) });
  return (
    <section className="members" aria-label={title}>
      <h4 className={`member-status member-status-${status}`}>
        {title} <span className="member-count">{format.count(people.length)}</span>
      </h4>
      <ul>
        {shown.map((each) => (
          <Member key={each.id} recipient={each} />
        ))}
      </ul>
      {shown.length < people.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {t('apps.showAll', { number: people.length })}
        </Button>
      )}
    </section>
  );
}

function Member({ recipient }: { readonly recipient: RecipientView }) {
  const format = useFormat();
  const { name, email, teams, downloads, lastDownloadAt, lastSentAt } = recipient;
  const below = [...(name === null ? [] : [email]), ...teams];
  const at = lastDownloadAt ?? lastSentAt;
  const when = at && format.moment(Date.parse(at), Date.now());
  const full = at && format.dateTime(Date.parse(at));
  return (
    <li>
      <div className="member-name">
        <bdi title={email}>{name ?? email}</bdi>
        {recipient.mail?.failure && (
          <span className="tone-failed" dir="auto">
            {recipient.mail.failure}
          </span>
        )}
        {below.length > 0 && (
          <span className="row-parts member-more">
            {below.map((text) => (
              <bdi key={text} title={text}>
                {text}
              </bdi>
            ))}
          </span>
        )}
      </div>
      <div className="member-side">
        {at && full && (
          <time
            dateTime={at}
            title={lastDownloadAt ? t('apps.downloadedAt', { when: full }) : t('apps.sentAt', { when: full })}
          >
            {when}
          </time>
        )}
        {downloads > 1 && <span>{t('apps.downloads', { count: downloads })}</span>}
      </div>
    </li>
  );
}
