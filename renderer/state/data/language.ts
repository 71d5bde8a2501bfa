import { useRef } from 'react';
import type { PreferencesView } from '../../../preload/page.ts';
import { languageNames } from '../../logic/languages.ts';
import { pageLocale, type Translator, t, translatorOf } from '../../messages.ts';
import { useApp } from '../app-state.ts';
import type { Undoable } from '../undo.ts';
import { useCommand } from './calls.ts';

type Language = PreferencesView['language'];

const languageSetText = (t: Translator, language: Language): string => {
  const [, name] = languageNames.find(([code]) => code === language) ?? [];
  return t('settings.appearance.languageSet', {
    language: name ?? t('settings.appearance.systemLanguage'),
  });
};

const inSameLanguage = (one: string, other: string): boolean =>
  new Intl.Locale(one).language === new Intl.Locale(other).language;

/** Changes the language, and offers Undo in both languages: the user may not be able to read the new one. */
export function useChangeLanguage(): {
  readonly change: (language: Language) => void;
  readonly error: Error | null;
} {
  const app = useApp();
  const set = useCommand('settings.set');
  const last = useRef<{ readonly offer: Undoable; readonly from: Language; readonly lang: string } | null>(
    null,
  );
  const change = (language: Language): void => {
    // Undo returns to the language before the first of several changes.
    const shown = last.current?.offer === app.undo.get() ? last.current : null;
    const now = { from: app.preferences.get()?.language ?? 'system', lang: pageLocale() };
    const { from, lang } = shown ?? now;
    const offer: Undoable = {
      text: () => languageSetText(t, language),
      inPrevious: () => {
        if (inSameLanguage(lang, pageLocale())) return null;
        const before = translatorOf(lang);
        return { lang, text: languageSetText(before, language), button: before('common.undo') };
      },
      undo: () => set.mutateAsync({ language: from }),
    };
    const onSuccess = (): void => {
      last.current = { offer, from, lang };
      app.undo.offer(offer);
    };
    set.mutate({ language }, { onSuccess });
  };
  return { change, error: set.error };
}
