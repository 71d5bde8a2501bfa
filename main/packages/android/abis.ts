/** The ABIs an apk has native code for: the names of the folders in `lib/` with shared libraries in them. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';

/** A name that is longer is no ABI, and no build has more. */
const library = /^lib\/([\w.-]{1,32})\/[^/]+\.so$/;
const maxAbis = 16;

/** Sorted; empty for an apk without native code, which every device runs. */
export function abisOf(names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const name of names) {
    const abi = name.startsWith('lib/') ? library.exec(name)?.[1] : undefined;
    if (abi !== undefined) found.add(abi);
  }
  return [...found].toSorted().slice(0, maxAbis);
}

/** Warns of native code that no phone runs. */
export function foreignAbiWarnings(abis: readonly string[]): Message[] {
  const isForPhones = abis.length === 0 || abis.some((abi) => abi.startsWith('arm'));
  return isForPhones ? [] : [messageOf('warning/noPhoneAbi', { abis })];
}

/** Warns of native code that phones without 32-bit support do not run. */
export function oldAbiWarnings(abis: readonly string[]): Message[] {
  const isOld = abis.some((abi) => abi.startsWith('armeabi')) && !abis.includes('arm64-v8a');
  return isOld ? [messageOf('warning/only32Bit')] : [];
}
