import { Box } from '@chakra-ui/react/box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Venue } from '#shared/schemas/venue';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { VenueDialog } from '../venues/venue-dialog.tsx';
import { venuesQuery } from '../venues/venues-query.ts';
import type { ClassForm } from './use-class-form.ts';

interface VenueFieldProps extends UseFormRegisterReturn<'venue_id'> {
  readonly form: ClassForm;
}

/** Chooses the venue of a class, or creates one without leaving the form (SET-02). */
export const VenueField = ({ form, ...control }: VenueFieldProps) => {
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
      <Button type="button" variant="ghost" size="compact" mt="1" onClick={() => setIsAdding(true)}>
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
