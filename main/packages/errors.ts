import { CodedError, errorTable } from '../base/errors.ts';

const choose = 'Choose the .apk or .ipa file that your build tool wrote.';

type Named = { readonly file: string };
type Part = Named & { readonly part: string };

/** Why a file is not taken as a build. `file` is its name without folders, `part` an entry inside it. */
export const packageErrors = errorTable('package', {
  empty: {
    remedy: 'choose-file',
    message: (p: Named) => `${p.file} is empty (0 bytes). Build it again, or copy it again.`,
  },
  folder: {
    remedy: 'choose-file',
    message: (p: Named) => `${p.file} is a folder, not a build file. ${choose}`,
  },
  notAFile: {
    remedy: 'choose-file',
    message: (p: Named) => `${p.file} is not a regular file. ${choose}`,
  },
  notAZip: {
    remedy: 'choose-file',
    message: (p: Named & { readonly what: string }) => `${p.file} is not a build: it is ${p.what}. ${choose}`,
  },
  truncated: {
    remedy: 'choose-file',
    message: (p: Named) =>
      `${p.file} is cut off: it begins like a build, but its end is missing. Copy or build it again.`,
  },
  damaged: {
    remedy: 'choose-file',
    message: (p: Named & { readonly reason: string }) =>
      `${p.file} is damaged: ${p.reason}. Copy or build it again.`,
  },
  partDamaged: {
    remedy: 'choose-file',
    message: (p: Part & { readonly reason: string }) =>
      `${p.file} is damaged: its ${p.part} ${p.reason}. Copy or build it again.`,
  },
  encrypted: {
    remedy: 'choose-file',
    message: (p: Part) =>
      `${p.file} is protected with a password (${p.part} is encrypted). Devices cannot install it: choose the build without a password.`,
  },
  compression: {
    remedy: 'choose-file',
    message: (p: Part & { readonly method: string }) =>
      `${p.file} cannot be read: its ${p.part} is packed with ${p.method}, which devices do not understand. Pack it with Deflate or without compression.`,
  },
  tooLarge: {
    remedy: 'choose-file',
    message: (p: Part & { readonly limit: string }) =>
      `${p.file} is refused: its ${p.part} is larger than ${p.limit}, which no real build needs.`,
  },
  duplicate: {
    remedy: 'choose-file',
    message: (p: Part) =>
      `${p.file} is refused: it holds ${p.part} more than once, so it cannot be told what it would install. Build it again.`,
  },
  bundle: {
    remedy: 'choose-file',
    message: (p: Named) =>
      `${p.file} is an Android App Bundle (.aab), which devices cannot install. Build an apk, or make one from it with bundletool (--mode=universal).`,
  },
  splitSet: {
    remedy: 'choose-file',
    message: (p: Named & { readonly what: string }) =>
      `${p.file} is ${p.what}: several apks in one file, which devices cannot install as it is. Build a universal apk instead.`,
  },
  library: {
    remedy: 'choose-file',
    message: (p: Named) =>
      `${p.file} is an Android library (.aar), not an app. Choose the .apk of the app that uses it.`,
  },
  wrapped: {
    remedy: 'choose-file',
    message: (p: Named & { readonly inside: string }) =>
      `${p.file} is a zip file around something else: ${p.inside}. Unpack it and choose the build inside.`,
  },
  otherZip: {
    remedy: 'choose-file',
    message: (p: Named & { readonly what: string }) =>
      `${p.file} is not a build: it is ${p.what}, without an AndroidManifest.xml and without Payload/….app. ${choose}`,
  },
  twoKinds: {
    remedy: 'choose-file',
    message: (p: Named) =>
      `${p.file} is refused: it holds both an Android manifest and an Apple app, so it cannot be told what it is.`,
  },
  sourceManifest: {
    remedy: 'choose-file',
    message: (p: Named) =>
      `${p.file} holds an AndroidManifest.xml that was never compiled (plain text). Choose the apk that the build tool wrote, not a zip of its sources.`,
  },
  noId: {
    remedy: 'choose-file',
    message: (p: Part & { readonly key: string }) =>
      `${p.file} does not say which app it is: ${p.key} is missing or unusable in ${p.part}. Build it again.`,
  },
  noAppBundle: {
    remedy: 'choose-file',
    message: (p: Named) => `${p.file} holds a Payload folder without an app in it. Export the app again.`,
  },
  noInfoPlist: {
    remedy: 'choose-file',
    message: (p: Named & { readonly bundle: string }) =>
      `${p.file} holds ${p.bundle} without an Info.plist, so it is no complete app. Export the app again.`,
  },
  severalApps: {
    remedy: 'choose-file',
    message: (p: Named & { readonly bundles: string }) =>
      `${p.file} holds more than one app in Payload (${p.bundles}). Export each app to an .ipa of its own.`,
  },
  outsidePayload: {
    remedy: 'choose-file',
    message: (p: Named & { readonly place: string }) =>
      `${p.file} holds an app at ${p.place}, but devices look only in Payload at the top of the file. Export an .ipa from Xcode, or zip the Payload folder itself.`,
  },
  macApp: {
    remedy: 'choose-file',
    message: (p: Named & { readonly place: string }) =>
      `${p.file} holds an app for the Mac (${p.place}), not for a phone or tablet. ${choose}`,
  },
});

/** What a piece of work gives; `otherwise` when it is refused with an error of this table. Everything else is thrown. */
export async function unlessRefused<Result, Other>(
  work: () => Promise<Result>,
  otherwise: Other,
): Promise<Result | Other> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError && error.code.startsWith('package/')) return otherwise;
    throw error;
  }
}
