import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Copy, Plus } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { limits } from '#shared/limits';
import type { TimeSlot } from '#shared/schemas/slot';
import { Button } from '../../../components/button.tsx';
import { emptySlot, valuesOf } from './class-form-values.ts';
import { classLabel, lastClassAt, useKnownClasses } from './known-classes.ts';
import { SlotRow } from './slot-row.tsx';
import type { ClassForm } from './use-class-form.ts';

interface SlotRowsProps {
  readonly form: ClassForm;
  readonly slotOf: (slotId: string) => TimeSlot | undefined;
}

/** The time slots of a class: add, change, remove (ADM-31). */
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
    <chakra.fieldset minWidth="0">
      <chakra.legend fontWeight="bold" mb="2">
        Time Slots
      </chakra.legend>
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
    </chakra.fieldset>
  );
};
