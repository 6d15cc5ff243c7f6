import { TriangleAlert } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { venueRoutes } from '#shared/classes/admin-routes';
import { type CreateVenue, createVenueSchema, type Venue } from '#shared/classes/class';
import { venueValues } from '#shared/classes/class-input';
import { linkWarning } from '#shared/lib/public-link';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { fieldsOf } from '../../../lib/forms/use-schema-form.ts';
import { ChangeForm } from '../dialogs.tsx';
import { EditForm, useChangeForm } from '../form-dialogs.tsx';

interface VenueValues {
  readonly name: string;
  readonly address: string;
  readonly map_url: string;
  readonly directions: string;
}

const noVenue: VenueValues = { name: '', address: '', map_url: '', directions: '' };

const valuesOfVenue = ({ map_url, directions, ...venue }: CreateVenue): VenueValues => ({
  ...venue,
  map_url: map_url ?? '',
  directions: directions ?? '',
});

const fields: EditedFields<CreateVenue, VenueValues> = {
  name: { label: 'Name', text: String },
  address: { label: 'Address', text: String },
  map_url: { label: 'Map Link', text: (url) => url ?? 'none' },
  directions: { label: 'Directions', text: (text) => text ?? 'none' },
};

interface VenueDialogProps {
  readonly isOpen: boolean;
  readonly venue: Venue | null;
  readonly onClose: () => void;
  readonly onSaved?: ((venue: Venue) => void) | undefined;
}

export const VenueDialog = ({ isOpen, venue, onClose, onSaved }: VenueDialogProps) => (
  <Modal
    title={venue ? `Edit ${venue.name}` : 'New Venue'}
    role="dialog"
    width="36rem"
    isOpen={isOpen}
    onClose={onClose}
  >
    {isOpen && venue && <EditVenueForm venue={venue} onClose={onClose} />}
    {isOpen && !venue && <NewVenueForm onClose={onClose} onSaved={onSaved} />}
  </Modal>
);

const formSchema = z.pipe(
  z.transform(({ map_url, directions, ...others }: VenueValues): unknown => ({
    ...others,
    map_url: map_url.trim() || null,
    directions: directions.trim() || null,
  })),
  createVenueSchema,
);

const action = ['Save Venue', 'Saving...'] as const;

const NewVenueForm = ({ onClose, onSaved }: Pick<VenueDialogProps, 'onClose' | 'onSaved'>) => {
  const { form, frame } = useChangeForm(formSchema, noVenue, {
    send: (body, keyOf): Promise<Venue> =>
      callRoute(venueRoutes.createVenue, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to create venue',
    done: 'Venue created successfully',
    onDone: (saved) => {
      onSaved?.(saved);
      onClose();
    },
  });
  return (
    <ChangeForm label="New Venue" action={action} onClose={onClose} {...frame}>
      <VenueFields form={form} />
    </ChangeForm>
  );
};

const EditVenueForm = ({ venue, onClose }: { readonly venue: Venue; readonly onClose: () => void }) => (
  <EditForm
    of={venue}
    schema={() => formSchema}
    stored={venueValues}
    toInput={valuesOfVenue}
    fields={fields}
    send={({ id }, body) => callRoute(venueRoutes.updateVenue, { params: { venueId: id }, body })}
    label="Edit Venue"
    failure="Failed to update venue"
    done="Venue updated successfully"
    action={action}
    onClose={onClose}
  >
    {(_field, _venue, form) => <VenueFields form={form} />}
  </EditForm>
);

const VenueFields = ({ form }: { readonly form: UseFormReturn<VenueValues, unknown, CreateVenue> }) => {
  const field = fieldsOf(form);
  const mapWarning = linkWarning(useWatch({ control: form.control, name: 'map_url' }));
  return (
    <>
      <TextField label="Name" autoComplete="off" required {...field('name')} />
      <TextField label="Address" autoComplete="off" required {...field('address')} />
      <TextField
        label="Map Link (optional)"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="From your map: Share, then Copy link. Without one the map searches for the address."
        {...field('map_url')}
      />
      {mapWarning && (
        <Notice status="warning" icon={TriangleAlert} role="status">
          {mapWarning}
        </Notice>
      )}
      <TextField
        label="Directions (optional)"
        autoComplete="off"
        hint="How to find the pitch: Gate B, behind the school"
        {...field('directions')}
      />
    </>
  );
};
