/** Passwords an earlier start has left under a key everybody knows. */
import { dialog } from 'electron';
import { translatorOf } from '../../messages/translator.ts';
import type { Parts } from '../parts.ts';

/** Tells of them and removes them once the person agrees; until then they go on working and are told of at each start. */
export async function askAboutExposed({ secrets, locale, log }: Parts): Promise<void> {
  const names = await secrets.exposed();
  if (names.length === 0) return;
  log.warn('Passwords lie under a key that is the same on every computer', { count: names.length });
  const { say } = translatorOf(locale());
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: say('dialog/exposed', { count: names.length }),
    detail: say('dialog/exposedText'),
    buttons: [say('dialog/exposedRemove'), say('dialog/exposedKeep')],
    ...{ defaultId: 1, cancelId: 1 },
  });
  if (response !== 0) return;
  // One that was typed anew while the question stood lies safe now.
  for (const name of await secrets.exposed()) await secrets.remove(name);
}
