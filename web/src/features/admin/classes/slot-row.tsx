import { chakra } from '@chakra-ui/react/styled-system';
import { Trash2 } from 'lucide-react';
import type { TimeSlot } from '#shared/schemas/slot';
import { IconButton } from '../../../components/icon-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { placesHint, whyKept } from './slot-places.ts';
import type { ClassForm } from './use-class-form.ts';

interface SlotRowProps {
  readonly form: ClassForm;
  readonly index: number;
  /** As stored, undefined for a new one: its bookings are the minimum of the capacity, and keep it from being removed. */
  readonly slot: TimeSlot | undefined;
  readonly onRemove: () => void;
}

/** The fields of a time slot in the class form. */
export const SlotRow = ({ form, index, slot, onRemove }: SlotRowProps) => {
  const { register, formState } = form;
  const errors = formState.errors.time_slots?.[index];
  const place = index + 1;
  return (
    <chakra.div
      role="group"
      aria-label={`Time slot ${place}`}
      display="grid"
      gridTemplateColumns={{
        base: 'repeat(auto-fit, minmax(min(7.5rem, 100%), 1fr))',
        sm: '1fr 1fr 1fr auto',
      }}
      alignItems="start"
      gap="3"
      p="3"
      borderRadius="lg"
      borderWidth="1px"
      borderColor="border"
    >
      <TextField
        label="Start"
        type="time"
        required
        error={errors?.start_time?.message}
        {...register(`time_slots.${index}.start_time`)}
      />
      <TextField
        label="End"
        type="time"
        required
        error={errors?.end_time?.message}
        {...register(`time_slots.${index}.end_time`)}
      />
      <TextField
        label="Capacity"
        inputMode="numeric"
        autoComplete="off"
        required
        hint={slot && placesHint(slot)}
        error={errors?.max_capacity?.message}
        {...register(`time_slots.${index}.max_capacity`)}
      />
      <IconButton
        label={`Remove time slot ${place}`}
        mt={{ sm: '8' }}
        alignSelf={{ base: 'end', sm: 'start' }}
        justifySelf="end"
        blockedBy={slot && whyKept(slot)}
        onClick={onRemove}
      >
        <Trash2 size="1.25em" aria-hidden />
      </IconButton>
    </chakra.div>
  );
};
