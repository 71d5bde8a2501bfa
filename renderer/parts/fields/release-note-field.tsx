import type { ComponentProps } from 'react';
import { TextAreaField } from './fields.tsx';

/** Characters; more is refused by main. */
const longest = 10_000;

export function ReleaseNoteField(field: Omit<ComponentProps<typeof TextAreaField>, 'maxLength'>) {
  return <TextAreaField {...field} maxLength={longest} />;
}
