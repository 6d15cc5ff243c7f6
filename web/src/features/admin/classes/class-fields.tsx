import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import type { Venue } from '#shared/classes/class';
import { pictureHostsText } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { minPriceWeek } from '#shared/classes/pricing';
import { defaultEndDate, formatDeadline } from '#shared/lib/calendar';
import { weekdayName } from '#shared/lib/format';
import { calendarDateSchema, instantSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import { programmeIds, programmes } from '#shared/programmes';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { FormField, TextField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { fieldsOf } from '../../../lib/forms/use-schema-form.ts';
import { businessNow } from '../../../lib/time/today.ts';
import { coachesQuery } from '../queries.ts';
import { coachInsteadOf, enteredInstant, later, secondInstant } from './class-form-values.ts';
import { ClassPreview, PricePreview } from './class-preview.tsx';
import { knownCoaches, useKnownClasses } from './known-classes.ts';
import { venuesQuery } from './queries.ts';
import { SkippedDates } from './skipped-dates.tsx';
import { SlotRows } from './slot-rows.tsx';
import type { ClassForm } from './use-class-form.ts';
import { VenueDialog } from './venue-dialog.tsx';

// The name that families read, and the accounts that see the sessions and mark attendance (COA-02). An account that is
// no coach any more is left out with the next change.
const CoachFields = ({ form }: { readonly form: ClassForm }) => {
  const { data } = useQuery(coachesQuery);
  const field = fieldsOf(form);
  const namesId = useId();
  const chosen = useWatch({ control: form.control, name: 'coach_ids' });
  const coaches = data?.coaches ?? [];
  const name = useWatch({ control: form.control, name: 'coach_name' });
  const successor = coachInsteadOf({ name, chosen }, coaches, form.formState.defaultValues);
  const toggle = (id: string): void => {
    const known = coaches.filter((coach) => chosen.includes(coach.id)).map((coach): string => coach.id);
    const next = known.includes(id) ? known.filter((other) => other !== id) : [...known, id];
    const name = coaches.find((coach) => coach.id === id)?.full_name;
    // Most classes are named after the one account that coaches them.
    if (name && form.getValues('coach_name').trim() === '')
      form.setValue('coach_name', name, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.setValue('coach_ids', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const error = form.formState.errors.coach_ids?.message;
  return (
    <Stack gap="2">
      <TextField
        label="Coach Name"
        autoComplete="off"
        list={namesId}
        required
        hint="Families read it."
        {...field('coach_name')}
      />
      <KnownValues id={namesId} values={knownCoaches(useKnownClasses())} />
      {successor && (
        <Notice status="warning" icon={TriangleAlert} role="status">
          <Stack gap="2" align="start">
            <Text>
              Families still read “{name}”, and {successor.full_name} coaches now.
            </Text>
            <Button
              type="button"
              variant="outline"
              size="sm"
              onClick={() => form.setValue('coach_name', successor.full_name, { shouldDirty: true })}
            >
              Write “{successor.full_name}”
            </Button>
          </Stack>
        </Notice>
      )}
      <fieldset className={css({ minWidth: '0' })}>
        <legend className={css({ fontWeight: 'bold' })}>Who marks who came</legend>
        {coaches.map(({ id, full_name }) => (
          <CheckBox key={id} checked={chosen.includes(id)} onChange={() => toggle(id)}>
            {full_name}
          </CheckBox>
        ))}
        {data && coaches.length === 0 && (
          <Text fontSize="sm">
            Administrators, until a coach has an account.{' '}
            <Link asChild>
              <RouterLink to={paths.adminCoaches}>Add a coach</RouterLink>
            </Link>
          </Text>
        )}
        {error && (
          <Text role="alert" color="danger.fg">
            {error}
          </Text>
        )}
      </fieldset>
    </Stack>
  );
};

// Without a time the class opens at once (TRM-06).
const OpeningFields = ({ form }: { readonly form: ClassForm }) => {
  const { watch } = form;
  const field = fieldsOf(form);
  return (
    <Stack gap="3">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label="Opens for current families"
          type="datetime-local"
          hint={openingHint(watch('opens_for_current_at'), watch('opens_for_current_which'))}
          {...field('opens_for_current_at')}
        />
        <TextField
          label="Opens for everybody"
          type="datetime-local"
          hint={openingHint(watch('opens_at'), watch('opens_which'))}
          {...field('opens_at')}
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

// The entered time in business time, also where the clocks skip it or show it twice.
const openingHint = (entered: string, which: string): string | undefined => {
  const at = instantSchema.safeParse(enteredInstant(entered, which));
  return at.success ? formatDeadline(at.data, businessNow()) : undefined;
};

interface WhichFieldProps {
  readonly form: ClassForm;
  readonly of: 'opens_for_current_at' | 'opens_at';
  readonly which: 'opens_for_current_which' | 'opens_which';
}

// Asks which moment is meant where clocks are set back and show the entered time twice (TRM-11).
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

interface VenueFieldProps extends UseFormRegisterReturn<'venue_id'> {
  readonly form: ClassForm;
}

// Also creates a venue without leaving the form (SET-02).
const VenueField = ({ form, ...control }: VenueFieldProps) => {
  const venues = useQuery(venuesQuery).data?.venues ?? [];
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const chosen = form.watch('venue_id');
  const choose = (venue: Venue): void => {
    queryClient.setQueryData(venuesQuery.queryKey, { venues: [...venues, venue] });
    form.setValue('venue_id', venue.id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Box>
      <SelectField
        label="Venue"
        required
        error={form.formState.errors.venue_id?.message}
        hint={venues.find(({ id }) => id === chosen)?.address}
        value={chosen}
        {...control}
      >
        <option value="">Choose a venue</option>
        {venues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="button" variant="ghost" size="sm" mt="1" onClick={() => setIsAdding(true)}>
        <Plus size="1.2em" aria-hidden />
        New Venue
      </Button>
      {/* A form cannot be inside of another one. */}
      {createPortal(
        <VenueDialog isOpen={isAdding} venue={null} onClose={() => setIsAdding(false)} onSaved={choose} />,
        document.body,
      )}
    </Box>
  );
};

const FirstVenueFields = ({ form }: { readonly form: ClassForm }) => {
  const field = fieldsOf(form);
  return (
    <>
      <TextField
        label="Venue"
        autoComplete="off"
        required
        hint="Its name, such as Riverside Park, Pitch 1"
        {...field('first_venue.name')}
      />
      <TextField
        label="Address of the Venue"
        autoComplete="off"
        required
        hint="Families find it on a map."
        {...field('first_venue.address')}
      />
    </>
  );
};

// Most classes leave these fields as they are. They are open where one is entered or refused.
const MoreFields = ({ form }: { readonly form: ClassForm }) => {
  const { errors } = form.formState;
  const entered = form.watch(['opens_for_current_at', 'opens_at', 'image_url']);
  const isRefused = [errors.opens_for_current_at, errors.opens_at, errors.image_url].some(Boolean);
  const [isOpen, setIsOpen] = useState(() => entered.some((value) => value !== ''));
  return (
    <details
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className={more}
    >
      <summary>More: when it opens for booking, picture</summary>
      <Stack gap="5" pt="3">
        <OpeningFields form={form} />
        <TextField
          label="Image Address (optional)"
          type="url"
          inputMode="url"
          autoComplete="off"
          hint={`${pictureHostsText(siteConfig().pictureHosts)}. Without one the illustration of the class type is shown.`}
          {...fieldsOf(form)('image_url')}
        />
      </Stack>
    </details>
  );
};

const more = css({
  '& > summary': { minHeight: 'touch', py: '2.5', fontWeight: 'semibold', cursor: 'pointer' },
});

interface ClassFieldsProps {
  readonly form: ClassForm;
  readonly isFirst?: boolean;
  readonly slotOf?: (slotId: string) => TimeSlot | undefined;
  /** Whether families have booked: the dates without a session stay. */
  readonly isBooked?: boolean;
  readonly dateNote?: ReactNode;
  readonly stored?: ManagedClass;
}

const none = () => undefined;

/** The card of the class is beside the fields where there is room (ADM-21 to ADM-31). */
export const ClassFields = ({ stored, ...fields }: ClassFieldsProps) => (
  <Box containerType="inline-size">
    <div className={columnsLook}>
      <Fields {...fields} />
      <ClassPreview form={fields.form} stored={stored} />
    </div>
  </Box>
);

const columnsLook = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  '@container (width >= 56rem)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(18rem, 24rem)',
    '& > :last-child': { position: 'sticky', top: '20' },
  },
});

const Fields = ({
  form,
  isFirst = false,
  slotOf = none,
  isBooked = false,
  dateNote,
}: Omit<ClassFieldsProps, 'stored'>) => {
  const { register, setValue, formState, watch } = form;
  const { errors, isSubmitted } = formState;
  const field = fieldsOf(form);
  const [start, startError, endError] = [watch('start_date'), errors.start_date, errors.end_date];
  // This field is registered first, because the first registered invalid field takes the focus.
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
          <Select {...classType}>
            <option value="">Choose a class type</option>
            {programmeIds.map((id) => (
              <option key={id} value={id}>
                {programmes[id].name}
              </option>
            ))}
          </Select>
        </FormField>
        {isFirst ? <FirstVenueFields form={form} /> : <VenueField form={form} {...venue} />}
        <TextField
          label="Weekly Rate ($)"
          inputMode="decimal"
          autoComplete="off"
          // ADM-28 asks for these bounds. A text field ignores them; `readDollars` reads the amount to the cent.
          step="0.01"
          min="0"
          required
          hint={`Price reduces weekly until week ${minPriceWeek} (min ${policies.minBilledWeeks} weeks)`}
          {...field('weekly_rate')}
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
      <Text fontSize="sm" color="fg.muted">
        A class meets every week on the weekday of its start date.
      </Text>
      <PricePreview form={form} />
      <SlotRows form={form} slotOf={slotOf} />
      <CoachFields form={form} />
      <SkippedDates form={form} isBooked={isBooked} />
      {dateNote}
      <MoreFields form={form} />
    </Stack>
  );
};

const weekdayOf = (entered: string): string | undefined => {
  const date = calendarDateSchema.safeParse(entered);
  return date.success ? weekdayName(date.data) : undefined;
};

const KnownValues = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);
