/** French for Push and its part Project. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push.ts';

export const words: Translation<typeof english> = {
  tabs: {
    project: 'Projet',
    mapping: 'Fichier de correspondance',
    simulator: 'Simulateur',
    messages: 'Messages',
  },
  parts: 'Parties de Notifications push',
  emptyTitle: 'Ce qui manque à un projet pour recevoir des notifications apparaît ici',
  emptyText:
    'Choisissez un dossier de projet, celui qui contient « config ». Rien n’y est modifié sans votre accord.',
};
