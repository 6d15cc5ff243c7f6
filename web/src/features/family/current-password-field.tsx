import type { ComponentProps } from 'react';
import { TextField } from '../../components/text-field.tsx';

/** The password of the account, entered again. */
export const CurrentPasswordField = (
  field: Pick<ComponentProps<typeof TextField>, 'error' | 'name' | 'onBlur' | 'onChange' | 'ref'>,
) => <TextField label="Your Password" type="password" autoComplete="current-password" required {...field} />;
