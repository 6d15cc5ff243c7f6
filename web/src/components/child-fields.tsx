import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import type { ChildForm } from '../lib/forms/child-form.ts';
import { businessToday } from '../lib/time/today.ts';
import { HealthFields } from './health-fields.tsx';
import { TextField } from './text-field.tsx';

/** The fields of a child: name, date of birth, health. */
export const ChildFields = ({ form }: { readonly form: ChildForm }) => {
  const { register, formState } = form;
  const { name, date_of_birth, medical_conditions } = formState.errors;
  // One message asks for both fields: when both are missing it is shown once, at the name.
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
          max={businessToday()}
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
