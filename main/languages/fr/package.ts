/** French for why a file is not taken as a build. */
import type { ErrorCatalogue } from '../translation.ts';

const choose = 'Choisissez le fichier .apk ou .ipa écrit par votre outil de build.';

export const packages: ErrorCatalogue['package'] = {
  empty: (p) => `${p.file} est vide (0 octet). Recompilez-le ou recopiez-le.`,
  folder: (p) => `${p.file} est un dossier, pas un fichier de build. ${choose}`,
  notAFile: (p) => `${p.file} n’est pas un fichier ordinaire. ${choose}`,
  notAZip: (p) => `${p.file} n’est pas un build : c’est ${p.what}. ${choose}`,
  truncated: (p) =>
    `${p.file} est tronqué : il commence comme un build, mais sa fin manque. Recopiez-le ou recompilez-le.`,
  damaged: (p) => `${p.file} est endommagé : ${p.reason}. Recopiez-le ou recompilez-le.`,
  partDamaged: (p) => `${p.file} est endommagé : ${p.part} ${p.reason}. Recopiez-le ou recompilez-le.`,
  encrypted: (p) =>
    `${p.file} est protégé par un mot de passe (${p.part} est chiffré). Les appareils ne peuvent pas l’installer : choisissez le build sans mot de passe.`,
  compression: (p) =>
    `${p.file} est illisible : ${p.part} est compressé avec ${p.method}, que les appareils ne comprennent pas. Utilisez Deflate ou aucune compression.`,
  tooLarge: (p) =>
    `${p.file} est refusé : ${p.part} dépasse ${p.limit}, ce dont aucun vrai build n’a besoin.`,
  duplicate: (p) =>
    `${p.file} est refusé : il contient ${p.part} plusieurs fois, on ne peut donc pas savoir ce qu’il installerait. Recompilez-le.`,
  bundle: (p) =>
    `${p.file} est un Android App Bundle (.aab), que les appareils ne peuvent pas installer. Compilez un apk, ou tirez-en un avec bundletool (--mode=universal).`,
  splitSet: (p) =>
    `${p.file} est ${p.what} : plusieurs apk dans un fichier, que les appareils ne peuvent pas installer tel quel. Compilez plutôt un apk universel.`,
  library: (p) =>
    `${p.file} est une bibliothèque Android (.aar), pas une app. Choisissez le .apk de l’app qui l’utilise.`,
  wrapped: (p) =>
    `${p.file} est un zip autour d’autre chose : ${p.inside}. Décompressez-le et choisissez le build qu’il contient.`,
  otherZip: (p) =>
    `${p.file} n’est pas un build : c’est ${p.what}, sans AndroidManifest.xml ni Payload/….app. ${choose}`,
  twoKinds: (p) =>
    `${p.file} est refusé : il contient un manifeste Android et une app Apple, on ne peut donc pas savoir ce que c’est.`,
  sourceManifest: (p) =>
    `${p.file} contient un AndroidManifest.xml jamais compilé (texte brut). Choisissez l’apk écrit par l’outil de build, pas un zip des sources.`,
  noId: (p) =>
    `${p.file} ne dit pas de quelle app il s’agit : ${p.key} manque ou est inutilisable dans ${p.part}. Recompilez-le.`,
  noAppBundle: (p) => `${p.file} contient un dossier Payload sans app. Exportez l’app à nouveau.`,
  noInfoPlist: (p) =>
    `${p.file} contient ${p.bundle} sans Info.plist, ce n’est donc pas une app complète. Exportez l’app à nouveau.`,
  severalApps: (p) =>
    `${p.file} contient plus d’une app dans Payload (${p.bundles}). Exportez chaque app dans son propre .ipa.`,
  outsidePayload: (p) =>
    `${p.file} contient une app à ${p.place}, mais les appareils ne regardent que dans Payload, en haut du fichier. Exportez un .ipa depuis Xcode, ou compressez le dossier Payload lui-même.`,
  macApp: (p) =>
    `${p.file} contient une app pour Mac (${p.place}), pas pour un téléphone ou une tablette. ${choose}`,
};
