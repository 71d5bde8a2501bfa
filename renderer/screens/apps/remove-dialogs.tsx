import { useQueryClient } from '@tanstack/react-query';
import type { TestVersion } from '../../../preload/contract.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAnswer, useAsk } from '../../state/calls.ts';
import { words } from '../../words/apps.ts';

type VersionProps = {
  readonly accountId: string;
  readonly version: TestVersion;
  readonly onClose: () => void;
};

export function RemoveVersionDialog({ accountId, version, onClose }: VersionProps) {
  const queries = useQueryClient();
  const remove = useAsk('apps.removeVersion', () => {
    onClose();
    void queries.invalidateQueries({ queryKey: ['apps', accountId] });
  });
  const recipients = version.profileMembers.filter((member) => member.isDeleted !== true).length;
  return (
    <Confirm
      title={words.removeVersionTitle(version.applicationName, version.version)}
      text={words.removeVersionText(recipients)}
      button={words.removeVersionButton}
      busyButton={words.deleting}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ accountId, versionId: version.id })}
    />
  );
}

type ApplicationProps = {
  readonly accountId: string;
  readonly applicationId: number;
  readonly name: string;
  readonly onClose: () => void;
};

export function RemoveApplicationDialog({ accountId, applicationId, name, onClose }: ApplicationProps) {
  const app = useApp();
  const format = useFormat();
  const queries = useQueryClient();
  const answer = useAnswer(['apps', accountId, 'one', applicationId], 'apps.get', {
    accountId,
    applicationId,
  });
  const remove = useAsk('apps.remove', () => {
    onClose();
    app.place.goTo('apps');
    void queries.invalidateQueries({ queryKey: ['apps', accountId, 'list'] });
  });
  const count = answer.data?.profiles.length;
  return (
    <Confirm
      title={words.removeApplicationTitle(name)}
      text={
        count === undefined
          ? words.removeApplicationUncounted
          : words.removeApplicationText(count, format.count(count))
      }
      button={words.removeApplicationButton(count ?? 0, format.count(count ?? 0))}
      busyButton={words.deleting}
      busy={remove.isPending || answer.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ accountId, applicationId })}
    />
  );
}
