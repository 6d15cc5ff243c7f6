import { Fragment } from 'react';

/** An email address with line break opportunities before `@` and dots. */
export const EmailText = ({ email }: { readonly email: string }) =>
  email.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
