/** English for what testers read: install pages and mails. */
export const english = {
  page: {
    anonymousTitle: 'Install page',
    whatsNew: 'What’s new',
    about: 'About',
    needs: 'Needs',
    size: 'Size',
    date: 'Date',
    nothingYet: 'There is nothing to install here yet.',
    download: 'Download',
    downloadFile: 'Download the file',
    install: 'Install',
    httpsOnly: 'iPhones and iPads install only from https addresses; this one is not.',
    code: 'QR code of this page',
    scan: 'Scan to open this page on another device',
    openOnAndroid: 'To install it, open this page on an Android device.',
    openOnPhone: 'To install it, open this page on an iPhone or iPad.',
    openOn: (platform: string) => `To install it, open this page on a device with ${platform}.`,
    orLater: (system: string) => `${system} or later`,
    apiLevel: (system: string, level: string) => `${system}, API level ${level} or later`,
    notFromPages: (platform: string) =>
      `This build is for ${platform}. It cannot be installed from a web page.`,
    expired: (day: string) =>
      `The provisioning profile of this build expired on ${day}. No device installs it any more.`,
    simulator: 'This build is for the simulator. No device can install it.',
    appStore:
      'This build is signed for the App Store. It can only be installed through TestFlight or the App Store.',
    unsigned: 'This build is not signed. No device can install it.',
    systemTooOld: (needed: string, present: string) =>
      `This device has ${present}, but the build needs ${needed}. Update the device to install it.`,
    registeredOne: 'Only the 1 device registered for this build can install it.',
    registered: (count: string) => `Only the ${count} devices registered for this build can install it.`,
    developerMode:
      'Since iOS 16 the app opens only in Developer Mode. Turn it on in Settings → Privacy & Security → Developer Mode; the device restarts.',
    trustDeveloper:
      'Before you open the app for the first time, trust its developer in Settings → General → VPN & Device Management. Since iOS 18 the device restarts to do so.',
    openInSafari: 'You cannot install inside this app. Copy the address and open it in Safari:',
    openInBrowser:
      'You cannot install inside this app. Copy the address and open it in your browser, such as Chrome:',
    ifItFails: 'If it does not install',
    notRegistered:
      'Is your device registered? If not, ask the person who sent you the link to add it and send a new build.',
    ownAuthority:
      'Does this address use a certificate of your company’s own authority? Install that authority’s certificate on the device first, then trust it in Settings → General → About → Certificate Trust Settings.',
    unknownApps: (browser: string) =>
      `Android asks whether ${browser} may install unknown apps. Allow it in Settings → Apps → Special app access → Install unknown apps.`,
    unknownSources: 'Allow installation from unknown sources in Settings → Security.',
    yourBrowser: 'your browser',
    playProtect: 'If Google Play Protect stops the installation, tap “More details”, then “Install anyway”.',
    otherSignature:
      'If Android reports a conflict with an installed package, an app with another signature is already installed. Uninstall it first; its data is deleted.',
    olderVersion:
      'Android does not replace a newer version with an older one. Uninstall the newer one first; its data is deleted.',
    forWatch: 'This build is for watches with Wear OS. It cannot be installed on a phone.',
    forTelevision: 'This build is for Android TV. Open this page on the TV, or copy the file to it.',
    forCar: 'This build is for cars with Android Automotive OS. It cannot be installed on a phone.',
  },
  front: {
    title: 'Slipway distribution service',
    text: 'This is a Slipway distribution service. Builds come and go through its API under /api/v3, which /openapi.json describes; testers install them from the personal links in their mail.',
  },
  refused: {
    noLink: {
      title: 'This link no longer works',
      text: 'The build it led to was deleted, or it is no longer meant for you. Ask whoever sent you the link for a new one.',
    },
    inactive: {
      title: 'This version is inactive',
      text: 'It cannot be installed at the moment. Try again later, or ask whoever sent you the link.',
    },
    disabled: {
      title: 'These builds are disabled',
      text: 'They cannot be installed at the moment. Try again later, or ask whoever gave you the address.',
    },
    credentials: {
      title: 'A user name and a password are needed',
      text: 'Open this page again and enter the ones you were given.',
    },
    slowDown: {
      title: 'Too many wrong tries',
      text: 'Wait a little, then open this page again.',
    },
    other: {
      title: 'This cannot be answered',
      text: 'Open the link from your mail once more.',
    },
    unexpected: {
      title: 'Something went wrong',
      text: 'Try again in a moment.',
    },
  },
  mail: {
    subject: (name: string, version: string) => `${name} ${version} is ready to install`,
    hello: (name: string) => `Hello ${name},`,
    helloAnybody: 'Hello,',
    ready: (name: string) => `a new version of ${name} is ready to install.`,
    readyFor: (person: string) => `Hello ${person}, a new version is ready to install.`,
    readyForAnybody: 'A new version is ready to install.',
    fact: (name: string, value: string) => `${name}: ${value}`,
    version: 'Version',
    platform: 'Platform',
    size: 'Size',
    whatsNew: 'What’s new',
    openHere: 'Open this page on the device you test with:',
    openPage: 'Open the install page',
    orCopy: 'Or copy this address to the device you test with:',
    yoursAlone: 'The link is yours alone. Please do not pass it on.',
    testSubject: 'Test message of Slipway',
    testText: 'This message shows that Slipway can send mail through this server.',
  },
} as const;

type Said<English> = English extends string
  ? string
  : English extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof English]: Said<English[Key]> };

/** In any language: the same keys, functions of the same values. */
export type TesterWords = Said<typeof english>;
