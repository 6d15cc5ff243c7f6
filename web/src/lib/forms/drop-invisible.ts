import type { FormEvent } from 'react';
import { plainEmailSigns } from '#shared/domain/text/clean-email';

/**
 * Takes invisible characters and spaces out of an email field as they are pasted, and writes hyphens and apostrophes as
 * addresses have them: the browser checks such a field before any schema cleans it.
 */
export const dropInvisible = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
  const { value } = currentTarget;
  const cleaned = plainEmailSigns(value.replace(/[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu, ''));
  if (cleaned !== value) currentTarget.value = cleaned;
};
