/** French for the part Simulator of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-simulator.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Ce qu’un appareil fait d’un message apparaît ici',
  emptyText:
    'Collez un message et voyez-le sur un téléphone, comme le fichier de correspondance le fait afficher.',
};
