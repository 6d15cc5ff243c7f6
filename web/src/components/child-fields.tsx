import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { healthConsent } from '#shared/consents';
import type { NewChild, newChildSchema } from '#shared/families/child-input';
import { dateOfBirthIssue } from '#shared/families/children';
import { useSchemaForm } from '../lib/forms/use-schema-form.ts';
import { useIsHydrated } from '../lib/pages/page.ts';
import { businessToday } from '../lib/time/today.ts';
import { CheckBox } from './choices.tsx';
import { TextAreaField, TextField } from './fields.tsx';
import { SimpleGrid } from './ui/simple-grid.tsx';
import { Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

export type ChildInput = z.input<typeof newChildSchema>;

export const emptyChild: ChildInput = {
  name: '',
  date_of_birth: '',
  medical_conditions: '',
  nothing_to_know: false,
};

type ChildForm = UseFormReturn<ChildInput, unknown, NewChild>;

/** Adds the check that depends on today, which the API makes outside of the schema. It also runs while other fields are wrong. */
export const withBirthDateCheck = (schema: typeof newChildSchema): typeof newChildSchema =>
  z.extend(schema, {
    date_of_birth: schema.shape.date_of_birth.check(({ value, issues }) => {
      const message = dateOfBirthIssue(value, businessToday());
      if (message) issues.push({ code: 'custom', input: value, message });
    }),
  });

export const useChildForm = (schema: typeof newChildSchema, entered = emptyChild): ChildForm =>
  useSchemaForm(schema, entered);

interface HealthFieldsProps {
  readonly note: Omit<ComponentProps<typeof TextAreaField>, 'label'>;
  readonly nothing: ComponentProps<'input'>;
  /** With a note, "nothing to know" cannot be chosen. */
  readonly hasNote: boolean;
}

const HealthFields = ({ note, nothing, hasNote }: HealthFieldsProps) => (
  <Stack gap="1">
    <TextAreaField
      label="Medical Conditions"
      hint="Allergies, asthma, injuries: whatever the coach should know."
      {...note}
    />
    <CheckBox {...nothing} disabled={hasNote}>
      Nothing to know
    </CheckBox>
    <Text fontSize="sm" color="fg.muted">
      {healthConsent.text}
    </Text>
  </Stack>
);

export const ChildFields = ({ form }: { readonly form: ChildForm }) => {
  const { register, formState } = form;
  // The prerendered form knows no day.
  const isHydrated = useIsHydrated();
  const { name, date_of_birth, medical_conditions } = formState.errors;
  // When both fields are missing, their one message is shown once, at the name.
  const dateError = date_of_birth?.message === name?.message ? undefined : date_of_birth?.message;
  return (
    <Stack gap="4">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label="Child Name"
          autoComplete="off"
          required
          error={name?.message}
          {...register('name')}
        />
        <TextField
          label="Date of Birth"
          type="date"
          autoComplete="off"
          max={isHydrated ? businessToday() : undefined}
          required
          error={dateError}
          isWrong={date_of_birth !== undefined}
          {...register('date_of_birth')}
        />
      </SimpleGrid>
      <HealthFields
        note={{ error: medical_conditions?.message, ...register('medical_conditions') }}
        nothing={register('nothing_to_know')}
        hasNote={Boolean(form.watch('medical_conditions')?.trim())}
      />
    </Stack>
  );
};
