import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { venueRoutes } from '#shared/classes/admin-routes';
import { createVenueSchema, type Venue } from '#shared/classes/class';
import { linkWarning } from '#shared/lib/public-link';
import { Notice } from '../../../components/card.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Modal } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ChangeForm } from '../dialogs.tsx';
import { useChangeForm } from '../form-dialogs.tsx';
import { ConflictNotice } from './class-changes.tsx';

/** The values of the venue form: all text. */
interface VenueValues {
  readonly name: string;
  readonly address: string;
  readonly map_url: string;
  readonly directions: string;
}

const valuesOfVenue = (venue: Venue | null): VenueValues => ({
  name: venue?.name ?? '',
  address: venue?.address ?? '',
  map_url: venue?.map_url ?? '',
  directions: venue?.directions ?? '',
});

const fields: readonly [name: string, field: keyof VenueValues][] = [
  ['Name', 'name'],
  ['Address', 'address'],
  ['Map Link', 'map_url'],
  ['Directions', 'directions'],
];

/** The fields in which two versions of a venue differ, with their values as text. */
const venueChanges = (before: Venue, now: Venue) =>
  fields
    .map(([name, field]) => ({
      field: name,
      before: before[field] ?? 'none',
      now: now[field] ?? 'none',
    }))
    .filter((change) => change.before !== change.now);

interface VenueDialogProps {
  readonly isOpen: boolean;
  /** The stored venue; null for a new one. */
  readonly venue: Venue | null;
  readonly onClose: () => void;
  readonly onSaved?: ((venue: Venue) => void) | undefined;
}

/** Creates or changes a venue (SET-02). */
export const VenueDialog = ({ isOpen, venue, onClose, onSaved }: VenueDialogProps) => (
  <Modal
    title={venue ? `Edit ${venue.name}` : 'New Venue'}
    role="dialog"
    width="36rem"
    isOpen={isOpen}
    onClose={onClose}
  >
    {isOpen && <VenueForm venue={venue} onClose={onClose} onSaved={onSaved} />}
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

const VenueForm = ({ venue, onClose, onSaved }: Omit<VenueDialogProps, 'isOpen'>) => {
  const [opened, setOpened] = useState(venue);
  const [isOutdated, setIsOutdated] = useState(false);
  const [otherChanges, setOtherChanges] = useState<ReturnType<typeof venueChanges>>([]);
  const { form, field, frame } = useChangeForm(formSchema, valuesOfVenue(venue), {
    send: (body, keyOf): Promise<Venue> =>
      opened
        ? callRoute(venueRoutes.updateVenue, {
            params: { venueId: opened.id },
            body: { ...body, version: opened.version },
          })
        : callRoute(venueRoutes.createVenue, { body, idempotencyKey: keyOf(body) }),
    failure: venue ? 'Failed to update venue' : 'Failed to create venue',
    done: venue ? 'Venue updated successfully' : 'Venue created successfully',
    onDone: (saved) => {
      onSaved?.(saved);
      onClose();
    },
    onFailed: (error) => setIsOutdated(error instanceof ApiError && error.code === 'venueChanged'),
  });
  const mapWarning = linkWarning(useWatch({ control: form.control, name: 'map_url' }));
  const hasConflict = otherChanges.length > 0;

  // After the refusal the venues are read again; `venue` then is the version that is stored. What was typed stays.
  useEffect(() => {
    if (!isOutdated || !venue || !opened || venue.version === opened.version) return;
    const [before, typed, stored] = [valuesOfVenue(opened), form.getValues(), valuesOfVenue(venue)];
    const merge = (field: keyof VenueValues) =>
      typed[field] === before[field] ? stored[field] : typed[field];
    form.reset({
      name: merge('name'),
      address: merge('address'),
      map_url: merge('map_url'),
      directions: merge('directions'),
    });
    setOtherChanges(venueChanges(opened, venue));
    setOpened(venue);
    setIsOutdated(false);
  }, [isOutdated, venue, opened, form]);

  return (
    <ChangeForm
      label={venue ? 'Edit Venue' : 'New Venue'}
      action={['Save Venue', 'Saving...']}
      onClose={onClose}
      {...frame}
      change={hasConflict ? { ...frame.change, error: null } : frame.change}
    >
      {hasConflict && <ConflictNotice subject="venue" changes={otherChanges} />}
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
        <Notice tone="warning" icon={TriangleAlert} role="status">
          {mapWarning}
        </Notice>
      )}
      <TextField
        label="Directions (optional)"
        autoComplete="off"
        hint="How to find the pitch: Gate B, behind the school"
        {...field('directions')}
      />
    </ChangeForm>
  );
};
