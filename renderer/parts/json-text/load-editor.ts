/** The editor is a file of its own, which is loaded where the first text is shown and kept from then on. */
import type { JsonEditor, JsonEditorOptions } from './json-editor.ts';

type Create = (options: JsonEditorOptions) => JsonEditor;

let loaded: Create | null = null;

/** Null before it was loaded. */
export const loadedEditor = (): Create | null => loaded;

/** Null where it cannot be loaded; the next text tries again. */
export async function loadEditor(): Promise<Create | null> {
  try {
    loaded ??= (await import('./json-editor.ts')).createJsonEditor;
  } catch (error) {
    // Texts can be written without it, so nobody is told but who looks for the reason.
    reportError(error);
  }
  return loaded;
}
