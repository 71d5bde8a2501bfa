/** Errors of `loadURL` (Electron's lib/browser/api/web-contents.ts), with codes of net_error_list.h. */

const numbers: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_FILE_NOT_FOUND: -6,
  ERR_UNEXPECTED: -9,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_INVALID_URL: -300,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_TOO_MANY_REDIRECTS: -310,
  ERR_EMPTY_RESPONSE: -324,
};

export type LoadError = Error & { readonly errno: number; readonly code: string; readonly url: string };

export function loadError(code: string, url: string): LoadError {
  const errno = numbers[code] ?? -2;
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url });
}

/** Extracts Chromium's error from a Playwright error. */
export function codeOf(error: unknown): string {
  if (/interrupted by another navigation/.test(String(error))) return 'ERR_ABORTED';
  return /ERR_[A-Z_]+/.exec(String(error))?.[0] ?? 'ERR_FAILED';
}
