import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import * as z from 'zod/mini';
import { WrongPasswordError } from '../../lib/session/auth.ts';

/** The password of the account, entered again. */
export const currentPasswordSchema = z.string().check(z.minLength(1, 'Please enter your password'));

/** Shows beside its field that the password was wrong. */
export const showWrongPassword = <Input extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Input>,
  field: Path<Input>,
): void => {
  if (error instanceof WrongPasswordError) {
    setError(field, { message: 'This is not your password' }, { shouldFocus: true });
  }
};
