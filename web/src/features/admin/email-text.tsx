import { Fragment } from 'react';

/** An address that breaks before its @ and its dots, where it must break at all. */
export const EmailText = ({ email }: { readonly email: string }) =>
  email.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
