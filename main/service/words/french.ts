/** French for what testers read. */
import type { TesterWords } from './english.ts';

export const french: TesterWords = {
  page: {
    anonymousTitle: 'Page d’installation',
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
    notFromPages: (platform) =>
      `Ce build est destiné à ${platform}. Il ne peut pas être installé depuis une page web.`,
    expired: (day) =>
      `Le profil d’approvisionnement de ce build a expiré le ${day}. Aucun appareil ne l’installe plus.`,
    simulator: 'Ce build est destiné au simulateur. Aucun appareil ne peut l’installer.',
    appStore: 'Ce build est signé pour l’App Store. Il ne s’installe que par TestFlight ou l’App Store.',
    unsigned: 'Ce build n’est pas signé. Aucun appareil ne peut l’installer.',
    systemTooOld: (needed, present) =>
      `Cet appareil a ${present}, mais le build nécessite ${needed}. Mettez l’appareil à jour pour l’installer.`,
    registeredOne: 'Seul l’appareil enregistré pour ce build peut l’installer.',
    registered: (count) => `Seuls les ${count} appareils enregistrés pour ce build peuvent l’installer.`,
    developerMode:
      'Depuis iOS 16, l’app ne s’ouvre qu’en mode développeur. Activez-le dans Réglages → Confidentialité et sécurité → Mode développeur ; l’appareil redémarre.',
    trustDeveloper:
      'Avant d’ouvrir l’app pour la première fois, faites confiance à son développeur dans Réglages → Général → VPN et gestion de l’appareil. Depuis iOS 18, l’appareil redémarre alors.',
    openInSafari: 'L’installation est impossible dans cette app. Copiez l’adresse et ouvrez-la dans Safari :',
    openInBrowser:
      'L’installation est impossible dans cette app. Copiez l’adresse et ouvrez-la dans votre navigateur, par exemple Chrome :',
    ifItFails: 'Si l’installation échoue',
    notRegistered:
      'Votre appareil est-il enregistré ? Sinon, demandez à la personne qui vous a envoyé le lien de l’ajouter et d’envoyer un nouveau build.',
    ownAuthority:
      'Cette adresse utilise-t-elle un certificat de l’autorité propre à votre entreprise ? Installez d’abord le certificat de cette autorité sur l’appareil, puis faites-lui confiance dans Réglages → Général → Informations → Réglages de confiance des certificats.',
    unknownApps: (browser) =>
      `Android demande si ${browser} peut installer des applications inconnues. Autorisez-le dans Paramètres → Applications → Accès spécifiques des applications → Installation d’applis inconnues.`,
    unknownSources: 'Autorisez l’installation depuis des sources inconnues dans Paramètres → Sécurité.',
    yourBrowser: 'votre navigateur',
    playProtect:
      'Si Google Play Protect arrête l’installation, touchez « Plus de détails », puis « Installer quand même ».',
    otherSignature:
      'Si Android signale un conflit avec un package installé, une application signée autrement est déjà présente. Désinstallez-la d’abord ; ses données seront supprimées.',
    olderVersion:
      'Android ne remplace pas une version récente par une plus ancienne. Désinstallez d’abord la plus récente ; ses données seront supprimées.',
    forWatch: 'Ce build est destiné aux montres Wear OS. Il ne peut pas être installé sur un téléphone.',
    forTelevision:
      'Ce build est destiné à Android TV. Ouvrez cette page sur le téléviseur ou copiez-y le fichier.',
    forCar:
      'Ce build est destiné aux voitures équipées d’Android Automotive OS. Il ne peut pas être installé sur un téléphone.',
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
