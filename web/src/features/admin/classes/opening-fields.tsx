import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { formatDeadline } from '#shared/domain/time/deadline';
import { policies } from '#shared/policies';
import { instantSchema } from '#shared/schemas/values';
import { TextField } from '../../../components/text-field.tsx';
import { businessNow } from '../../../lib/time/today.ts';
import { enteredInstant } from './class-form-values.ts';
import type { ClassForm } from './use-class-form.ts';

/** When the class opens for booking; without a time at once (TRM-06). */
export const OpeningFields = ({ form }: { readonly form: ClassForm }) => {
  const { register, formState, watch } = form;
  const { errors } = formState;
  return (
    <Stack gap="3">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label="Opens for current families"
          type="datetime-local"
          hint={openingHint(watch('opens_for_current_at'))}
          error={errors.opens_for_current_at?.message}
          {...register('opens_for_current_at')}
        />
        <TextField
          label="Opens for everybody"
          type="datetime-local"
          hint={openingHint(watch('opens_at'))}
          error={errors.opens_at?.message}
          {...register('opens_at')}
        />
      </SimpleGrid>
      <Text fontSize="sm" color="fg.muted">
        Without a time the class can be booked at once. Current families have a booking for a full programme
        that is running, or that ended in the last {policies.terms.currentFamilyDays} days.
      </Text>
    </Stack>
  );
};

/** What an entered time is in business time, also where the clocks skip it or show it twice. */
const openingHint = (entered: string): string | undefined => {
  const at = instantSchema.safeParse(enteredInstant(entered));
  return at.success ? formatDeadline(at.data, businessNow()) : undefined;
};
