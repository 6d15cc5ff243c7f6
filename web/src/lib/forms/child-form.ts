import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { dateOfBirthIssue } from '#shared/domain/children/date-of-birth';
import type { NewChild, newChildSchema } from '#shared/schemas/child-input';
import { businessToday } from '../time/today.ts';
import { useSchemaForm } from './use-schema-form.ts';

export type ChildInput = z.input<typeof newChildSchema>;

export const emptyChild: ChildInput = {
  name: '',
  date_of_birth: '',
  medical_conditions: '',
  nothing_to_know: false,
};

/** A form with the fields of one child. */
export type ChildForm = UseFormReturn<ChildInput, unknown, NewChild>;

/**
 * Adds the check of the date of birth that depends on today; the API makes the same check outside of the schema. It is a
 * check of the field, so that it also runs while other fields are wrong.
 */
export const withBirthDateCheck = (schema: typeof newChildSchema): typeof newChildSchema =>
  z.extend(schema, {
    date_of_birth: schema.shape.date_of_birth.check(({ value, issues }) => {
      const message = dateOfBirthIssue(value, businessToday());
      if (message) issues.push({ code: 'custom', input: value, message });
    }),
  });

/** A form for one child. */
export const useChildForm = (schema: typeof newChildSchema, entered = emptyChild): ChildForm =>
  useSchemaForm(schema, entered);
