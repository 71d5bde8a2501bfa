import { Fragment } from 'react';
import { type Keys, keyCaps } from '../../logic/shortcuts.ts';
import { t } from '../../messages.ts';
import { DoneDialog } from '../../parts/overlays/dialog.tsx';
import { modifierNames } from '../../parts/shortcut.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

/** Key combinations, each as a list of key caps, and their effect. */
type Line = readonly [combinations: readonly (readonly string[])[], effect: string];

export function ShortcutsDialog() {
  return (
    <DoneDialog title={t('help.keys')} button={t('common.close')}>
      <KeyList />
    </DoneDialog>
  );
}

export function KeyList() {
  const { everywhere, inLists, inDialogs } = useLines();
  return (
    <>
      <KeyTable title={t('help.everywhere')} lines={everywhere} />
      <KeyTable title={t('help.inLists')} lines={inLists} />
      <KeyTable title={t('help.inDialogs')} lines={inDialogs} />
    </>
  );
}

function useLines() {
  const { keyboard, preferences } = useApp();
  const { mac, inWindow } = keyboard;
  const names = modifierNames();
  const hasLetters = useStore(preferences)?.singleKeys ?? false;
  const pressed = (key: string, more: Omit<Keys, 'key'> = {}): readonly string[] =>
    keyCaps({ key, ...more }, keyboard, names) ?? [];
  const shift = mac ? '⇧' : names.shift;
  const command = (letter: string | null, menuKey: string, effect: string): readonly Line[] => {
    const caps = [
      ...(letter !== null && hasLetters ? [[letter]] : []),
      ...(inWindow ? [pressed(menuKey, { shift: true })] : []),
    ];
    return caps.length === 0 ? [] : [[caps, effect]];
  };
  const only = (caps: readonly string[], effect: string): Line => [[caps], effect];
  return {
    everywhere: [
      only(pressed('k'), t('help.palette')),
      only(pressed('f'), t('help.search')),
      ...(hasLetters ? [only(['?'], t('help.shortcuts'))] : []),
      ...(inWindow ? [only([...pressed('1'), '…', '6'], t('help.screens'))] : []),
      only(pressed(','), t('common.screen.settings')),
      ...(inWindow ? [only(mac ? ['⌘', '?'] : ['F1'], t('help.help'))] : []),
      only(pressed('o'), t('help.upload')),
      only(pressed('z'), t('help.undo')),
      only([t('help.escape')], t('help.close')),
    ],
    inLists: [
      [[['↑'], ['↓'], [t('help.home')], [t('help.end')]], t('help.rows')],
      only([t('help.enter')], t('help.details')),
      only([shift, t('help.space')], t('help.choose')),
      only(pressed('a'), t('help.chooseAll')),
      only([t('help.tab')], t('help.buttons')),
      only([shift, 'F10'], t('help.menu')),
      ...command('S', 's', t('apps.send')),
      ...command('A', 'a', t('apps.activate')),
      ...command('L', 'c', t('apps.copyLink')),
      ...command(null, 'r', t('common.retry')),
      only([t('help.delete')], t('help.remove')),
    ],
    inDialogs: [only(pressed(t('help.enter')), t('help.confirm'))],
  } satisfies Record<string, readonly Line[]>;
}

type TableProps = { readonly title: string; readonly lines: readonly Line[] };

function KeyTable({ title, lines }: TableProps) {
  return (
    <table className="help-keys">
      <caption>{title}</caption>
      <tbody>
        {lines.map(([combinations, effect]) => (
          <tr key={effect}>
            <th scope="row">
              {combinations.map((caps) => (
                <Fragment key={caps.join(' ')}>
                  <kbd className="key-caps">
                    {caps.map((cap) =>
                      cap === '…' ? (
                        cap
                      ) : (
                        <kbd key={cap} className="key-cap">
                          {cap}
                        </kbd>
                      ),
                    )}
                  </kbd>{' '}
                </Fragment>
              ))}
            </th>
            <td>{effect}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
