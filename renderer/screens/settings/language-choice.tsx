import { useRef, useState } from 'react';
import type { PreferencesView } from '../../../preload/page.ts';
import { languageNames } from '../../logic/languages.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';

type Language = PreferencesView['language'];

type Props = { readonly value: Language; readonly onUse: (language: Language) => void };

/** Another language changes the whole page, so one that is only looked at on the way changes nothing. */
export function LanguageChoice({ value, onUse }: Props) {
  const [looked, setLooked] = useState<Language | null>(null);
  const list = useRef<HTMLSelectElement>(null);
  const chosen = looked ?? value;
  const use = (): void => {
    list.current?.focus();
    onUse(chosen);
  };
  return (
    <>
      <Choice
        ref={list}
        label={t('settings.appearance.language')}
        hint={t('settings.appearance.languageHint')}
        value={chosen}
        choices={[['system', t('settings.appearance.systemLanguage')], ...languageNames]}
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
