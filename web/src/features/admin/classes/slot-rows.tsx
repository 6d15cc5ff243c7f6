import { Copy, Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { bookingCount } from '#shared/classes/class';
import { counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { TextField } from '../../../components/fields.tsx';
import { IconButton } from '../../../components/tooltips.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { fieldsOf } from '../../../lib/forms/use-schema-form.ts';
import { emptySlot, valuesOf } from './class-form-values.ts';
import { classLabel, lastClassAt, useKnownClasses } from './known-classes.ts';
import type { ClassForm } from './use-class-form.ts';

type Places = Pick<TimeSlot, 'current_bookings' | 'held' | 'waiting'>;

export const placesHint = (slot: Places): string | undefined => {
  const { held = 0, waiting = 0 } = slot;
  const booked = bookingCount(slot);
  const texts = [
    ...(booked > 0 ? [`${booked} booked`] : []),
    ...(held > 0 ? [`${held} held for the waiting list`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  return texts.length > 0 ? texts.join(', ') : undefined;
};

/** What to do before a stored slot can be removed; undefined where it can be. */
export const removalProblem = (slot: Places): string | undefined => {
  if (bookingCount(slot) > 0) return 'Delete its bookings before you remove it';
  const { held = 0, waiting = 0 } = slot;
  if (waiting === 0 && held === 0) return undefined;
  const who =
    waiting > 0
      ? `${counted(waiting, 'family waits', 'families wait')} for a place`
      : 'A family has an offer';
  return `${who}: take them off its waiting list before you remove it`;
};

interface SlotRowProps {
  readonly form: ClassForm;
  readonly index: number;
  readonly slot: TimeSlot | undefined;
  readonly onRemove: () => void;
}

const SlotRow = ({ form, index, slot, onRemove }: SlotRowProps) => {
  const field = fieldsOf(form);
  const number = index + 1;
  return (
    <Box
      role="group"
      aria-label={`Time slot ${number}`}
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
      <TextField label="Start" type="time" required {...field(`time_slots.${index}.start_time`)} />
      <TextField label="End" type="time" required {...field(`time_slots.${index}.end_time`)} />
      <TextField
        label="Capacity"
        inputMode="numeric"
        autoComplete="off"
        required
        hint={slot && placesHint(slot)}
        {...field(`time_slots.${index}.max_capacity`)}
      />
      <IconButton
        label={`Remove time slot ${number}`}
        mt={{ sm: '8' }}
        alignSelf={{ base: 'end', sm: 'start' }}
        justifySelf="end"
        blockedBy={slot && removalProblem(slot)}
        onClick={onRemove}
      >
        <Trash2 size="1.25em" aria-hidden />
      </IconButton>
    </Box>
  );
};

interface SlotRowsProps {
  readonly form: ClassForm;
  readonly slotOf: (slotId: string) => TimeSlot | undefined;
}

export const SlotRows = ({ form, slotOf }: SlotRowsProps) => {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'time_slots' });
  const { time_slots: errors } = form.formState.errors;
  const add = () => {
    const last = form.getValues('time_slots').at(-1);
    // The new slot starts when the last one ends.
    append({ ...emptySlot, start_time: last?.end_time ?? '', max_capacity: last?.max_capacity ?? '' });
  };
  const isNew = fields.every(({ slot_id }) => slot_id === '');
  const like = lastClassAt(useKnownClasses(), form.watch('venue_id'));
  return (
    <fieldset className={css({ minWidth: '0' })}>
      <legend className={css({ fontWeight: 'bold', mb: '2' })}>Time Slots</legend>
      <Stack gap="3">
        {fields.map((field, index) => (
          <SlotRow
            key={field.id}
            form={form}
            index={index}
            slot={slotOf(field.slot_id)}
            onRemove={() => remove(index)}
          />
        ))}
        {errors?.root?.message || errors?.message ? (
          <Text role="alert" color="danger.fg" fontWeight="medium">
            {errors.root?.message ?? errors.message}
          </Text>
        ) : null}
        {isNew && like && (
          <Button
            type="button"
            variant="outline"
            alignSelf="start"
            onClick={() => replace(valuesOf(like).time_slots.map((slot) => ({ ...slot, slot_id: '' })))}
          >
            <Copy size="1.2em" aria-hidden />
            Same times as {classLabel(like)}
          </Button>
        )}
        <Button
          type="button"
          variant="outline"
          alignSelf="start"
          disabled={fields.length >= limits.slotsPerClass}
          onClick={add}
        >
          <Plus size="1.2em" aria-hidden />
          Add Time Slot
        </Button>
      </Stack>
    </fieldset>
  );
};
