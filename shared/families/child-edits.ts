import * as z from 'zod/mini';
import { editSchema } from '#shared/contract/edits';
import type { Card, Child, Photos } from '#shared/families/family';
import { hasHealthInput, healthNeeded, healthValues } from '#shared/families/health';
import { contactsSchema, healthInput, newChildSchema } from './child-input.ts';

// Apart from `child-input.ts`, which the sign-up page loads.

/** An edit cannot take an answer back. */
const changedHealthSchema = z
  .strictObject(healthInput, healthNeeded)
  .check(z.refine(hasHealthInput, { path: ['medical_conditions'], message: healthNeeded }));

const { name: childNameSchema, date_of_birth: birthDateSchema } = newChildSchema.shape;

/** What a parent may change (KID-01). */
export const updateChildSchema = editSchema({
  name: childNameSchema,
  date_of_birth: birthDateSchema,
  health: changedHealthSchema,
});
export type UpdateChild = z.infer<typeof updateChildSchema>;

/** What the office may correct: nothing that only the family can answer (BHF-02). */
export const correctChildSchema = editSchema({ name: childNameSchema, date_of_birth: birthDateSchema });

export const childValues = ({ name, date_of_birth, ...child }: Child) => ({
  name,
  date_of_birth,
  health: healthValues(child),
});

const nothingChanged = 'Please change something';

/** An absent field stays as it is. */
export const updateCardSchema = editSchema(
  {
    health: changedHealthSchema,
    contacts: contactsSchema.shape.contacts,
    photos_school: z.boolean(),
    photos_web: z.boolean(),
  },
  {
    /** The card is right as shown, with these changes (EME-03). */
    confirmed: z.optional(z.literal(true)),
    /** The family has read the file's data, which is then removed (IMP-03). */
    imported: z.optional(z.literal('answered')),
  },
).check(z.refine((changes) => Object.keys(changes).length > 1, nothingChanged));
export type UpdateCard = z.infer<typeof updateCardSchema>;

const photoValue = (answer: Photos['photos_school']): boolean | null => answer?.allowed ?? null;

export const cardValues = (child: Card) => ({
  health: healthValues(child),
  contacts: child.contacts,
  photos_school: photoValue(child.photos_school),
  photos_web: photoValue(child.photos_web),
});
