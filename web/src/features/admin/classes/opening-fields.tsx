import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { formatDeadline } from '#shared/domain/time/deadline';
import { policies } from '#shared/policies';
import { instantSchema } from '#shared/schemas/values';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { businessNow } from '../../../lib/time/today.ts';
import { enteredInstant, later, secondInstant } from './class-form-values.ts';
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
          hint={openingHint(watch('opens_for_current_at'), watch('opens_for_current_which'))}
          error={errors.opens_for_current_at?.message}
          {...register('opens_for_current_at')}
        />
        <TextField
          label="Opens for everybody"
          type="datetime-local"
          hint={openingHint(watch('opens_at'), watch('opens_which'))}
          error={errors.opens_at?.message}
          {...register('opens_at')}
        />
        <WhichField form={form} of="opens_for_current_at" which="opens_for_current_which" />
        <WhichField form={form} of="opens_at" which="opens_which" />
      </SimpleGrid>
      <Text fontSize="sm" color="fg.muted">
        Without a time the class can be booked at once. Current families have a booking for a full programme
        that is running, or that ended in the last {policies.terms.currentFamilyDays} days.
      </Text>
    </Stack>
  );
};

/** What an entered time is in business time, also where the clocks skip it or show it twice. */
const openingHint = (entered: string, which: string): string | undefined => {
  const at = instantSchema.safeParse(enteredInstant(entered, which));
  return at.success ? formatDeadline(at.data, businessNow()) : undefined;
};

interface WhichFieldProps {
  readonly form: ClassForm;
  readonly of: 'opens_for_current_at' | 'opens_at';
  readonly which: 'opens_for_current_which' | 'opens_which';
}

/** Which of two moments is meant, where clocks are set back and show the entered time twice (TRM-11). */
const WhichField = ({ form: { register, watch }, of, which }: WhichFieldProps) => {
  const entered = watch(of);
  if (secondInstant(entered) === null) return null;
  return (
    <SelectField
      label={of === 'opens_at' ? 'Which time for everybody' : 'Which time for current families'}
      {...register(which)}
    >
      <option value="">{openingHint(entered, '')}</option>
      <option value={later}>{openingHint(entered, later)}</option>
    </SelectField>
  );
};
