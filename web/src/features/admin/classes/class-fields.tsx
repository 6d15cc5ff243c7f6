import { Box } from '@chakra-ui/react/box';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { pictureHostsText } from '#shared/domain/classes/picture-hosts';
import { defaultEndDate } from '#shared/domain/classes/schedule';
import { minPriceWeek } from '#shared/domain/pricing/pricing';
import { weekdayName } from '#shared/domain/text/format';
import { policies } from '#shared/policies';
import { programmeIds, programmes } from '#shared/programmes';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import { calendarDateSchema } from '#shared/schemas/values';
import { FormField } from '../../../components/form-field.tsx';
import { Select } from '../../../components/select.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { ClassPreview } from './class-preview.tsx';
import { CoachAccounts } from './coach-accounts.tsx';
import { knownCoaches, useKnownClasses } from './known-classes.ts';
import { OpeningFields } from './opening-fields.tsx';
import { PricePreview } from './price-preview.tsx';
import { SkippedDates } from './skipped-dates.tsx';
import { SlotRows } from './slot-rows.tsx';
import type { ClassForm } from './use-class-form.ts';
import { VenueField } from './venue-field.tsx';

interface ClassFieldsProps {
  readonly form: ClassForm;
  /** The stored slot of an id. */
  readonly slotOf?: (slotId: string) => TimeSlot | undefined;
  /** Whether families have booked: the dates without a session stay. */
  readonly isBooked?: boolean;
  /** Shown below the dates. */
  readonly dateNote?: ReactNode;
  /** The class that is being edited. */
  readonly stored?: ManagedClass;
}

const none = () => undefined;

/** The fields of a new or changed class (ADM-21 to ADM-31) with its card, beside them where there is room. */
export const ClassFields = ({ stored, ...fields }: ClassFieldsProps) => (
  <Box containerType="inline-size">
    <Columns>
      <Fields {...fields} />
      <ClassPreview form={fields.form} stored={stored} />
    </Columns>
  </Box>
);

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '6',
    alignItems: 'start',
    '@container (width >= 56rem)': {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(18rem, 24rem)',
      '& > :last-child': { position: 'sticky', top: '20' },
    },
  },
});

const Fields = ({ form, slotOf = none, isBooked = false, dateNote }: Omit<ClassFieldsProps, 'stored'>) => {
  const { register, setValue, formState, watch } = form;
  const { errors, isSubmitted } = formState;
  const [start, startError, endError] = [watch('start_date'), errors.start_date, errors.end_date];
  const classes = useKnownClasses();
  const coachesId = useId();
  // Registered before the other fields, because the first registered invalid field takes the focus.
  const classType = register('class_type');
  const venue = register('venue_id');
  const updateEndDate = ({ target }: { target: { value: string } }) => {
    const date = calendarDateSchema.safeParse(target.value);
    if (date.success) setValue('end_date', defaultEndDate(date.data), { shouldValidate: isSubmitted });
  };
  return (
    <Stack gap="5">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label="Class Type" required error={errors.class_type?.message}>
          {(control) => (
            <Select {...control} {...classType}>
              <option value="">Choose a class type</option>
              {programmeIds.map((id) => (
                <option key={id} value={id}>
                  {programmes[id].name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <VenueField form={form} {...venue} />
        <TextField
          label="Coach Name"
          autoComplete="off"
          list={coachesId}
          required
          error={errors.coach_name?.message}
          {...register('coach_name')}
        />
        <TextField
          label="Weekly Rate ($)"
          inputMode="decimal"
          autoComplete="off"
          // Specified (ADM-28); a text field does not use them, `readDollars` reads it to the cent.
          step="0.01"
          min="0"
          required
          hint={`Price reduces weekly until week ${minPriceWeek} (min ${policies.minBilledWeeks} weeks)`}
          error={errors.weekly_rate?.message}
          {...register('weekly_rate')}
        />
        <TextField
          label="Start Date"
          type="date"
          required
          hint={weekdayOf(start)}
          error={startError?.message}
          {...register('start_date', { onChange: updateEndDate })}
        />
        <TextField
          label="End Date"
          type="date"
          required
          hint={weekdayOf(watch('end_date'))}
          min={start}
          // One message asks for both dates: when both are missing it is shown once, at the start date.
          error={endError && endError.message === startError?.message ? '' : endError?.message}
          {...register('end_date')}
        />
      </SimpleGrid>
      <KnownValues id={coachesId} values={knownCoaches(classes)} />
      <CoachAccounts form={form} />
      <SkippedDates form={form} isBooked={isBooked} />
      {dateNote}
      <PricePreview form={form} />
      <SlotRows form={form} slotOf={slotOf} />
      <OpeningFields form={form} />
      <TextField
        label="Image Address (optional)"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint={`${pictureHostsText(siteConfig().pictureHosts)}. Without one the illustration of the class type is shown.`}
        error={errors.image_url?.message}
        {...register('image_url')}
      />
      <Text fontSize="sm" color="fg.muted">
        A class meets every week on the weekday of its start date.
      </Text>
    </Stack>
  );
};

/** The weekday of a date in the form, as its hint. */
const weekdayOf = (entered: string): string | undefined => {
  const date = calendarDateSchema.safeParse(entered);
  return date.success ? weekdayName(date.data) : undefined;
};

/** Offers known values to the text field that names this list. */
const KnownValues = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);
