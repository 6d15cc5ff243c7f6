import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { venueIdSchema } from './ids.ts';
import { publicLinkSchema } from './public-link.ts';
import { instantSchema, singleLineText } from './values.ts';

/** What a class has of its venue besides the name: a copy, which follows the venue. */
export const venueDetailsSchema = z.object({
  id: venueIdSchema,
  address: z.string(),
  /** A page that shows the place on a map; null where the address is searched for. */
  map_url: z.nullable(z.url({ protocol: /^https$/ })),
  /** How to find the pitch: "Gate B, behind the school". */
  directions: z.nullable(z.string()),
  /** Of the venue: raised by each change. */
  version: z.int().check(z.positive()),
  /** When the venue was last changed. */
  changed_at: instantSchema,
});
export type VenueDetails = z.infer<typeof venueDetailsSchema>;

/** A place where classes meet (SET-02). Names are unique: two writings of one name are the same (`isSameText`). */
export const venueSchema = z.extend(venueDetailsSchema, { name: z.string() });
export type Venue = z.infer<typeof venueSchema>;

const venueFields = () => ({
  name: singleLineText(limits.venueLength, 'Please enter a name'),
  address: singleLineText(limits.venueAddressLength, 'Please enter an address'),
  map_url: z.nullable(publicLinkSchema()),
  directions: z.nullable(singleLineText(limits.venueDirectionsLength, 'Please enter directions')),
});

/** A new venue. */
export const createVenueSchema = z.strictObject(venueFields());
export type CreateVenue = z.infer<typeof createVenueSchema>;

/** Replaces a venue. `version` is that of the venue that was read. */
export const updateVenueSchema = z.strictObject({
  ...venueFields(),
  version: venueDetailsSchema.shape.version,
});
