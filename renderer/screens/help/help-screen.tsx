import { type Keys, keysText } from '../../logic/shortcuts.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { DoneDialog } from '../../parts/overlays/dialog.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

export function HelpScreen() {
  const app = useApp();
  return (
    <ScreenFrame title={t('common.screen.help')} searchable={false}>
      <div className="settings-section">
        <section className="settings-part" aria-labelledby="help-keys">
          <h2 id="help-keys">{t('help.keys')}</h2>
          <KeyList />
        </section>
        <section className="settings-part" aria-labelledby="help-trouble">
          <h2 id="help-trouble">{t('help.trouble')}</h2>
          <p className="settings-text">{t('help.troubleText')}</p>
          <div className="button-line">
            <Button onClick={() => app.screen.go({ kind: 'settings', section: 'diagnostics' })}>
              {t('help.diagnostics')}
            </Button>
          </div>
        </section>
      </div>
    </ScreenFrame>
  );
}

export function ShortcutsDialog() {
  return (
    <DoneDialog title={t('help.keys')} button={t('common.close')}>
      <KeyList />
    </DoneDialog>
  );
}

function KeyList() {
  const { keyboard, preferences } = useApp();
  const singleKeys = useStore(preferences)?.singleKeys;
  const modifiers = { control: t('palette.control'), shift: t('palette.shift') };
  const pressed = (keys: Keys): string => keysText(keys, keyboard, modifiers) ?? '';
  const keys: readonly (readonly [string, string])[] = [
    [pressed({ key: 'k' }), t('help.palette')],
    ...(singleKeys ? [['?', t('help.shortcuts')] as const] : []),
    ...(keyboard.inWindow ? [[`${pressed({ key: '1' })} – 6`, t('help.screens')] as const] : []),
    [pressed({ key: ',' }), t('common.screen.settings')],
    [pressed({ key: 'o' }), t('help.upload')],
    [pressed({ key: 'z' }), t('help.undo')],
    [t('help.arrows'), t('help.rows')],
    [t('help.enter'), t('help.details')],
    [t('help.space'), t('help.choose')],
    [t('help.tab'), t('help.buttons')],
    [`${t('palette.shift')}+F10`, t('help.menu')],
    [t('help.delete'), t('help.remove')],
    [t('help.escape'), t('help.close')],
  ];
  return (
    <table className="help-keys">
      <tbody>
        {keys.map(([key, does]) => (
          <tr key={key}>
            <th scope="row">
              <kbd className="keys">{key}</kbd>
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
