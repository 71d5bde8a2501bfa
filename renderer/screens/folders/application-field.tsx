import type { FolderView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Choice } from '../../parts/fields/fields.tsx';
import { useAnswer } from '../../state/data/calls.ts';

type Application = FolderView['application'];

type Props = {
  readonly accountId: string;
  readonly area: FolderView['area'];
  readonly value: Application;
  readonly onChoose: (application: Application) => void;
};

/** Which application, or profile of the store, the builds of a folder become versions of. */
export function ApplicationField({ accountId, area, value, onChoose }: Props) {
  const known = useKnownApplications(accountId, area);
  const id = value.kind === 'chosen' ? value.id : null;
  const listed =
    id === null || known.some((each) => each.id === id)
      ? known
      : [{ id, name: t('folders.applicationOf.chosen', { id }) }, ...known];
  return (
    <Choice
      label={t('folders.application')}
      hint={t(`folders.applicationHint.${value.kind}`)}
      value={id === null ? value.kind : String(id)}
      choices={[
        ['found', t('folders.applicationOf.found')],
        ['new', t('folders.applicationOf.new')],
        ...listed.map(
          (each) => [String(each.id), t('folders.applicationOf.always', { name: each.name })] as const,
        ),
      ]}
      onChoose={(key) => {
        if (key === 'found' || key === 'new') onChoose({ kind: key });
        else onChoose({ kind: 'chosen', id: Number(key) });
      }}
    />
  );
}

/** None while they cannot be read: what is chosen stays, and the others are found as always. */
function useKnownApplications(
  accountId: string,
  area: FolderView['area'],
): readonly { readonly id: number; readonly name: string }[] {
  const isStore = area === 'appstore';
  const values = { accountId };
  const apps = useAnswer('apps.list', values, { enabled: !isStore });
  const store = useAnswer('store.list', values, { enabled: isStore });
  return (isStore ? store.data : apps.data) ?? [];
}
