/** ABIs of an apk's native code: the folders in `lib/` that contain shared libraries. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';

/** Library path. The limits exceed the length of any ABI name and the number of ABIs in any build. */
const library = /^lib\/([\w.-]{1,32})\/(lib)?[^/]+\.so$/;
const maxAbis = 16;

/**
 * Returns the ABI of a native library; undefined for other entries. Android ignores names that do not start
 * with `lib`, except in debuggable builds (AOSP, `NativeLibraryHelper`).
 */
export function libraryAbi(name: string, debuggable: boolean): string | undefined {
  const [, abi, prefix] = (name.startsWith('lib/') && library.exec(name)) || [];
  return prefix !== undefined || debuggable ? abi : undefined;
}

/** Returns the sorted ABIs; empty without native code, so every device runs the apk. */
export function abisOf(names: readonly string[], debuggable: boolean): readonly string[] {
  const found = new Set<string>();
  for (const name of names) {
    const abi = libraryAbi(name, debuggable);
    if (abi !== undefined) found.add(abi);
  }
  return [...found].toSorted().slice(0, maxAbis);
}

export function foreignAbiWarnings(abis: readonly string[]): Message[] {
  const isForPhones = abis.length === 0 || abis.some((abi) => abi.startsWith('arm'));
  return isForPhones ? [] : [messageOf('warning/noPhoneAbi', { abis })];
}

export function oldAbiWarnings(abis: readonly string[]): Message[] {
  const isOld = abis.some((abi) => abi.startsWith('armeabi')) && !abis.includes('arm64-v8a');
  return isOld ? [messageOf('warning/only32Bit')] : [];
}
