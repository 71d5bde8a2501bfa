import type { StaticUserView } from '../../../preload/contract.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { DrawerSection } from '../../parts/drawer.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useAsk } from '../../state/calls.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/store.ts';

type Props = { readonly accountId: string; readonly profileId: number };

/** What the pages of a profile ask for: read when a person wants to see it, forgotten when they have. */
export function StaticUserSection({ accountId, profileId }: Props) {
  const show = useAsk('store.staticUser');
  return (
    <DrawerSection title={words.signIn}>
      <p className="quiet">{words.signInText}</p>
      {show.data && <Shown user={show.data} />}
      {show.data === null && <p role="status">{words.signInGone}</p>}
      {show.error && <InlineFailure error={show.error} />}
      <div className="button-line">
        {show.data ? (
          <Button onClick={show.reset}>{words.hideSignIn}</Button>
        ) : (
          <Button disabled={show.isPending} onClick={() => show.mutate({ accountId, profileId })}>
            {words.showSignIn}
          </Button>
        )}
      </div>
    </DrawerSection>
  );
}

function Shown({ user }: { readonly user: StaticUserView }) {
  const lines = [
    [words.userName, user.userName, words.copyUserName],
    [words.password, user.password, words.copyPassword],
  ] as const;
  return (
    <dl className="facts">
      {lines.map(([name, value, copy]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd className="secret">
            {value === null || value === '' ? (
              <span className="quiet">{words.notGiven}</span>
            ) : (
              <>
                <bdi className="selectable">{value}</bdi>
                <CopyButton look="quiet" text={value} label={common.copy} aria-label={copy} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
