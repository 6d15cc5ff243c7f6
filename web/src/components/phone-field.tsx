import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** A phone number field. The placeholder is in the range reserved for fiction (PAR-24). */
export const PhoneField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField label="Phone Number" type="tel" autoComplete="tel" placeholder="07700 900123" {...props} />
);
