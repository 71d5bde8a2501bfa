/** Device that opens the page. iPads report a Mac, so `mac` includes them. */
export type Device = 'apple' | 'mac' | 'android' | 'computer' | 'unknown';

export type Visitor = {
  readonly device: Device;
  /** True for a browser inside another app, which cannot install builds. */
  readonly inApp: boolean;
  /** System version of an iPhone or iPad, for example `[16, 4]`; null if unknown. */
  readonly iosVersion: readonly [major: number, minor: number] | null;
  readonly androidVersion: number | null;
  /** Name as shown by Android; null if it is not a common browser. */
  readonly browser: string | null;
};

const inAppBrowsers =
  /\bFBA[NV]\b|\bFB_IAB\b|\bInstagram\b|\bMicroMessenger\b|\bDingTalk\b|\bLine\/|\bKAKAOTALK\b|\bLinkedInApp\b|\bSnapchat\b|\bTwitter\b|\bTelegram-|\bGSA\/|\bNAVER\(inapp|\bDaumApps\b|\b(Feishu|Lark)\//i;

const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bEdgA\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bSilk\//, 'Silk'],
  // Other browsers append their own name after these tokens.
  [/\bChrome\/[\d.]+( Mobile)? Safari\/[\d.]+$/, 'Chrome'],
];

export function visitorOf(userAgent: string | undefined): Visitor {
  const text = userAgent ?? '';
  const device = deviceOf(text);
  const android = /Android (\d+)/.exec(text)?.[1];
  return {
    device,
    inApp: isInApp(text, device),
    iosVersion: device === 'apple' ? iosVersionOf(text) : null,
    androidVersion: android === undefined ? null : Number(android),
    browser: browsers.find(([mark]) => mark.test(text))?.[1] ?? null,
  };
}

function deviceOf(text: string): Device {
  if (/iPhone|iPad|iPod/.test(text)) return 'apple';
  if (/Android/.test(text)) return 'android';
  if (/Macintosh/.test(text)) return 'mac';
  return /Windows NT|X11|CrOS/.test(text) ? 'computer' : 'unknown';
}

/** In-app browsers without their own name omit `Safari` on Apple devices and add `wv` on Android. */
function isInApp(text: string, device: Device): boolean {
  if (device === 'android') return inAppBrowsers.test(text) || /;\s*wv\)/.test(text);
  const isApple = device === 'apple' || device === 'mac';
  return isApple && (inAppBrowsers.test(text) || (/AppleWebKit/.test(text) && !/\bSafari\//.test(text)));
}

/** Since iOS 26 every browser reports iOS 18.6 or 18.7. The Safari version is the real system version. */
function iosVersionOf(text: string): Visitor['iosVersion'] {
  const system = versionIn(/\bOS (\d+)_(\d+)/.exec(text));
  const safari = versionIn(/\bVersion\/(\d+)\.(\d+)/.exec(text));
  if (system && safari) return isOlder(system, safari) ? safari : system;
  return system && isOlder(system, [18, 6]) ? system : null;
}

function versionIn(found: RegExpExecArray | null): readonly [number, number] | null {
  return found ? [Number(found[1]), Number(found[2])] : null;
}

export function isOlder(
  [major, minor]: readonly [number, number],
  [otherMajor, otherMinor]: readonly [number, number],
): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
