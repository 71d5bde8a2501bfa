import { Fragment } from 'react';

/** An address or a version. Wraps after `@`, dots, slashes, `+` and `-`. */
export function AddressText({ address }: { readonly address: string }) {
  return address.split(/(?<=[@./+-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address do not move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
