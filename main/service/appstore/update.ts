import { updateProfileBody } from '../../api/wire.ts';
import { messageOf } from '../../messages/message.ts';
import { badShape, serviceErrors } from '../errors.ts';
import { spelledAs } from '../field-names.ts';
import type { ProfileChange } from '../storage/storage.ts';

/** What an update asks for; names of fields in any case. Throws `service/badBody`, `service/badName`. */
export function readProfileChange(fields: Record<string, unknown>): ProfileChange {
  const read = updateProfileBody.safeParse(spelledAs(updateProfileBody.shape, fields));
  if (!read.success) throw badShape(read.error);
  const { Name, ShortDescription, LongDescription } = read.data;
  const name = Name?.trim();
  if (name !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(name))
    throw serviceErrors.badName({ what: messageOf('record/profile') });
  return {
    ...(name === undefined ? {} : { name }),
    ...(ShortDescription === undefined ? {} : { shortDescription: ShortDescription }),
    ...(LongDescription === undefined ? {} : { longDescription: LongDescription }),
  };
}
