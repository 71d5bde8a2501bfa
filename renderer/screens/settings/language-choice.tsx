import { useState } from 'react';
import type { PreferencesView } from '../../../preload/page.ts';
import { languageNames } from '../../logic/languages.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';

type Language = PreferencesView['language'];

type Props = { readonly value: Language; readonly onUse: (language: Language) => void };

/** Where it is kept that the page is loaded anew for another language: the focus then comes back here. */
const chosenHere = 'slipway.language-chosen';

/** The page is loaded anew in the language that is used, so one that is only looked at on the way changes nothing. */
export function LanguageChoice({ value, onUse }: Props) {
  const [looked, setLooked] = useState<Language | null>(null);
  const chosen = looked ?? value;
  const [returns] = useState(() => window.sessionStorage.getItem(chosenHere) !== null);
  const use = (): void => {
    window.sessionStorage.setItem(chosenHere, chosen);
    onUse(chosen);
  };
  return (
    <>
      <Choice
        label={t('settings.appearance.language')}
        hint={t('settings.appearance.languageHint')}
        value={chosen}
        choices={[['system', t('settings.appearance.systemLanguage')], ...languageNames]}
        focused={returns}
        onFocus={() => window.sessionStorage.removeItem(chosenHere)}
        onChoose={setLooked}
      />
      {chosen !== value && (
        <div className="button-line">
          <Button look="primary" onClick={use}>
            {t('settings.appearance.useLanguage')}
          </Button>
        </div>
      )}
    </>
  );
}
