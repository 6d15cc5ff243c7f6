import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatTimeRange } from '#shared/domain/text/format';
import { userIdSchema } from '#shared/schemas/ids';
import { FormField } from '../../../components/form-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { classAndVenue, useKnownClasses } from '../classes/known-classes.ts';
import { venuesQuery } from '../venues/venues-query.ts';
import type { ComposeValues, SendMessage } from './compose-values.ts';

export type ComposeForm = UseFormReturn<ComposeValues, unknown, SendMessage>;

interface AudienceProps {
  readonly form: ComposeForm;
  readonly error: string | undefined;
}

const ClassField = ({ form, error }: AudienceProps) => (
  <SelectField label="Class" error={error} required {...form.register('class_id')}>
    <option value="">Choose a class</option>
    {useKnownClasses().map((cls) => (
      <option key={cls.id} value={cls.id}>
        {classAndVenue(cls)}
      </option>
    ))}
  </SelectField>
);

const SlotField = ({ form, error }: AudienceProps) => (
  <SelectField label="Time slot" error={error} required {...form.register('slot')}>
    <option value="">Choose a time slot</option>
    {useKnownClasses().flatMap((cls) =>
      cls.time_slots.map((slot) => (
        <option key={slot.id} value={`${cls.id} ${slot.id}`}>
          {classAndVenue(cls)}, {formatTimeRange(slot)}
        </option>
      )),
    )}
  </SelectField>
);

const VenueFields = ({ form, error }: AudienceProps) => (
  <>
    <SelectField label="Venue" error={error} required {...form.register('venue_id')}>
      <option value="">Choose a venue</option>
      {useQuery(venuesQuery).data?.venues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
    <TextField label="Day" type="date" required {...form.register('date')} />
  </>
);

const FamilyField = ({ form, error }: AudienceProps) => {
  const parentId = userIdSchema.safeParse(form.watch('parent_id')).data;
  const parent = useQuery({
    ...routeQuery(
      adminRoutes.getParent,
      { params: { parentId: parentId ?? '' } },
      'Failed to load parent details',
    ),
    enabled: parentId !== undefined,
  });
  return (
    <FormField label="Family" error={error} hint="Choose a family on the page of its parent.">
      {({ id }) => (
        <chakra.output id={id} fontWeight="bold">
          {parent.data?.profile.full_name ?? 'None chosen'}
        </chakra.output>
      )}
    </FormField>
  );
};

/** The fields that say whom a message is for, after its kind of audience. */
export const AudienceFields = ({ form, error }: AudienceProps) => {
  switch (form.watch('kind')) {
    case 'class':
      return <ClassField form={form} error={error} />;
    case 'slot':
    case 'waiting-list':
      return <SlotField form={form} error={error} />;
    case 'venue-day':
      return <VenueFields form={form} error={error} />;
    case 'family':
      return <FamilyField form={form} error={error} />;
    case 'readers':
      return null;
  }
};
