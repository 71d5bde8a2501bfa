import { useMemo, useState } from 'react';
import type { People, Recipients } from '../../../preload/page.ts';
import { type Addressed, type Audience, audience } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { useFormat } from '../../state/app-state.ts';
import { Button } from '../button.tsx';

type Props = {
  readonly id: string;
  readonly recipients: Recipients;
  readonly people: People | null;
  /** Whether everybody is shown from the beginning. */
  readonly unfolded: boolean;
};

/** Who will be addressed: how many and the choice in short, and everybody by name, teams unfolded, each once. */
export function Addressees({ id, recipients, people, unfolded }: Props) {
  const [open, setOpen] = useState(unfolded);
  const reached = useMemo(() => audience(recipients, people), [recipients, people]);
  return (
    <div className="addressees">
      <div className="addressees-head">
        <p id={id} className="recipients-summary" aria-live="polite" dir="auto">
          <Summary reached={reached} />
        </p>
        {reached.people > 0 && (
          <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('recipients.hideWho') : t('recipients.showWho')}
          </Button>
        )}
      </div>
      {open && reached.people > 0 && <Everybody addressed={reached.addressed} />}
    </div>
  );
}

function Summary({ reached }: { readonly reached: Audience }) {
  const format = useFormat();
  if (reached.people === 0) return t('recipients.nobody');
  const named = reached.names.slice(0, 6);
  const rest = reached.names.length - named.length + reached.unknown;
  const names = format.list(rest > 0 ? [...named, t('recipients.andMore', { count: rest })] : named);
  return t('recipients.summary', { count: reached.people, names });
}

const mostShown = 200;

function Everybody({ addressed }: { readonly addressed: readonly Addressed[] }) {
  const rest = addressed.length - mostShown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className="addressees-list" aria-label={t('recipients.whoIsAddressed')} tabIndex={0}>
      {addressed.slice(0, mostShown).map(({ key, name, email, teams, direct }) => (
        <li key={key}>
          <bdi className="addressee-name">{name ?? email ?? t('recipients.notKnown')}</bdi>
          {name !== null && email !== null && <bdi className="quiet">{email}</bdi>}
          <span className="spacer" />
          <bdi className="quiet">
            {(direct && teams.length > 0 ? [...teams, t('recipients.direct')] : teams).join(' · ')}
          </bdi>
        </li>
      ))}
      {rest > 0 && <li className="quiet">{t('recipients.notShown', { count: rest })}</li>}
    </ul>
  );
}
