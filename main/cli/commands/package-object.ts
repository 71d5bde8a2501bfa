import type { PackageInfo } from '../../packages/package-info.ts';
import { maxTextLength } from '../../packages/text.ts';

/**
 * Returns the object of `inspect --json`, whose keys are stable. `versionCode` is Android's, `build` Apple's.
 * `textLimit`: maximum length of texts in UTF-16 units. Longer texts are truncated and end with `…`.
 */
export function packageObject(info: PackageInfo): Readonly<Record<string, unknown>> {
  const { kind, platform, id, name, versionName, build, warnings, ...rest } = info;
  const number = kind === 'apk' ? { versionCode: build } : { build };
  return { platform, id, name, versionName, ...number, ...rest, textLimit: maxTextLength, warnings };
}
