import type { FormEvent } from 'react';

/**
 * Takes invisible characters and spaces out of an email field as they are pasted: the browser checks such a field before any
 * schema cleans it.
 */
export const dropInvisible = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
  const cleaned = currentTarget.value.replace(/[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu, '');
  if (cleaned !== currentTarget.value) currentTarget.value = cleaned;
};
