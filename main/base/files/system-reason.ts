import type { Code, Message } from '../../messages/message.ts';
import { messageOf } from '../../messages/message.ts';
import { systemCode } from '../errors.ts';

const reasons = {
  EACCES: 'disk/denied',
  EPERM: 'disk/denied',
  ENOTDIR: 'disk/notFolder',
  EEXIST: 'disk/notFolder',
  EROFS: 'disk/readOnly',
  ENOSPC: 'disk/full',
  EDQUOT: 'disk/full',
  EMFILE: 'disk/manyFiles',
  ENFILE: 'disk/manyFiles',
  ELOOP: 'disk/linkLoop',
  ENAMETOOLONG: 'disk/longName',
  ENOENT: 'disk/missing',
  EIO: 'disk/broken',
} as const satisfies Readonly<Record<string, Code>>;

/** Returns the message for the error's system code, or else the code or the error text. */
export function systemReason(error: unknown): Message | string {
  const code = systemCode(error);
  if (code === null) return String(error);
  return code in reasons ? messageOf(reasons[code as keyof typeof reasons]) : code;
}
