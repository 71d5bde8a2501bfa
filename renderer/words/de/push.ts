/** German for Push and its part Project. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push.ts';

export const words: Translation<typeof english> = {
  tabs: { project: 'Projekt', mapping: 'Zuordnungsdatei', simulator: 'Simulator', messages: 'Nachrichten' },
  parts: 'Teile von Push-Nachrichten',
  emptyTitle: 'Was einem Projekt fehlt, um Push-Nachrichten zu empfangen, erscheint hier',
  emptyText: 'Wählen Sie einen Projektordner, den mit „config“ darin. Geändert wird nur, was Sie bestätigen.',
};
