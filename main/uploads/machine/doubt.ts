/** Why a person is asked before people are told, in a few words that stand before the question. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';

const doubts: ReadonlyMap<string, Message> = new Map([
  ['warning/expired', messageOf('doubt/expired')],
  ['warning/development', messageOf('doubt/development')],
  ['warning/adhoc', messageOf('doubt/adhoc')],
  ['warning/appStore', messageOf('doubt/appStore')],
  ['warning/simulator', messageOf('doubt/simulator')],
  ['warning/notSigned', messageOf('doubt/notSigned')],
  ['warning/noProfile', messageOf('doubt/notSigned')],
  ['warning/split', messageOf('doubt/split')],
  ['warning/needsSplits', messageOf('doubt/split')],
  ['warning/noPhoneAbi', messageOf('doubt/noPhones')],
  ['warning/testApk', messageOf('doubt/testApk')],
  ['warning/thinned', messageOf('doubt/fewModels')],
  ['note/linkOnlyHere', messageOf('doubt/linkOnlyHere')],
]);

/** Of the first warning; null when there is none. */
export function doubtOf([first]: readonly Message[]): Message | null {
  return first ? (doubts.get(first.code) ?? messageOf('doubt/refused')) : null;
}
