import { Fragment } from 'react';

/** An address or a version. Wraps after `@`, dots, slashes, `+` and `-`. */
export function WrappingText({ text }: { readonly text: string }) {
  return text.split(/(?<=[@./+-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
