import { updateProfileBody } from '../../api/wire.ts';
import { badShape, serviceErrors } from '../errors.ts';
import type { ProfileChange } from '../storage/storage.ts';

/** What an update asks for; names of fields in any case. Throws `service/badBody`, `service/badName`. */
export function readProfileChange(fields: Record<string, unknown>): ProfileChange {
  const spelled = new Map(
    Object.keys(updateProfileBody.shape).map((name) => [name.toLowerCase(), name] as const),
  );
  const named = Object.entries(fields).map(([name, value]) => [
    spelled.get(name.toLowerCase()) ?? name,
    value,
  ]);
  const read = updateProfileBody.safeParse(Object.fromEntries(named));
  if (!read.success) throw badShape(read.error);
  const { Name, ShortDescription, LongDescription } = read.data;
  const name = Name?.trim();
  if (name !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(name))
    throw serviceErrors.badName({ what: 'profile' });
  return {
    ...(name === undefined ? {} : { name }),
    ...(ShortDescription === undefined ? {} : { shortDescription: ShortDescription }),
    ...(LongDescription === undefined ? {} : { longDescription: LongDescription }),
  };
}
