/** French for what testers read. */
import type { TesterWords } from './english.ts';

export const french: TesterWords = {
  page: {
    whatsNew: 'Nouveautés',
    about: 'Description',
    needs: 'Nécessite',
    size: 'Taille',
    date: 'Date',
    nothingYet: 'Il n’y a encore rien à installer ici.',
    download: 'Télécharger',
    downloadFile: 'Télécharger le fichier',
    install: 'Installer',
    httpsOnly: 'Les iPhone et les iPad n’installent que depuis une adresse https, ce que celle-ci n’est pas.',
    code: 'Code QR de cette page',
    scan: 'À scanner pour ouvrir cette page sur un autre appareil',
    openOnAndroid: 'Pour l’installer, ouvrez cette page sur un appareil Android.',
    openOnPhone: 'Pour l’installer, ouvrez cette page sur un iPhone ou un iPad.',
    openOn: (platform) => `Pour l’installer, ouvrez cette page sur un appareil avec ${platform}.`,
    orLater: (system) => `${system} ou plus récent`,
    apiLevel: (system, level) => `${system}, niveau d’API ${level} ou plus`,
  },
  front: {
    title: 'Service de distribution Slipway',
    text: 'Ceci est un service de distribution Slipway. Les builds passent par son API sous /api/v3, que décrit /openapi.json ; les testeurs les installent à partir des liens personnels reçus par e-mail.',
  },
  refused: {
    noLink: {
      title: 'Ce lien n’est plus valable',
      text: 'Le build auquel il menait a été supprimé, ou ne vous est plus destiné. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    inactive: {
      title: 'Cette version est désactivée',
      text: 'Elle ne peut pas être installée pour le moment. Réessayez plus tard, ou demandez à la personne qui vous a envoyé le lien.',
    },
    disabled: {
      title: 'Ces builds sont désactivés',
      text: 'Ils ne peuvent pas être installés pour le moment. Réessayez plus tard, ou demandez à la personne qui vous a donné l’adresse.',
    },
    credentials: {
      title: 'Un nom d’utilisateur et un mot de passe sont nécessaires',
      text: 'Ouvrez de nouveau cette page et saisissez ceux que l’on vous a donnés.',
    },
    slowDown: {
      title: 'Trop d’essais infructueux',
      text: 'Patientez un peu, puis ouvrez de nouveau cette page.',
    },
    other: {
      title: 'Impossible de répondre',
      text: 'Ouvrez de nouveau le lien de votre e-mail.',
    },
    unexpected: {
      title: 'Un problème est survenu',
      text: 'Réessayez dans un instant.',
    },
  },
  mail: {
    subject: (name, version) => `${name} ${version} est prêt à installer`,
    hello: (name) => `Bonjour ${name},`,
    helloAnybody: 'Bonjour,',
    ready: (name) => `Une nouvelle version de ${name} est prête à installer.`,
    readyFor: (person) => `Bonjour ${person}, une nouvelle version est prête à installer.`,
    readyForAnybody: 'Une nouvelle version est prête à installer.',
    fact: (name, value) => `${name} : ${value}`,
    version: 'Version',
    platform: 'Plateforme',
    size: 'Taille',
    whatsNew: 'Nouveautés',
    openHere: 'Ouvrez cette page sur l’appareil avec lequel vous testez :',
    openPage: 'Ouvrir la page d’installation',
    orCopy: 'Ou recopiez cette adresse sur l’appareil avec lequel vous testez :',
    yoursAlone: 'Ce lien vous est personnel. Merci de ne pas le transmettre.',
    testSubject: 'Message de test de Slipway',
    testText: 'Ce message montre que Slipway peut envoyer des e-mails par ce serveur.',
  },
};
