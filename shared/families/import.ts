import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { emailSchema } from '../lib/email.ts';
import { childIdSchema, familyIdSchema, userIdSchema } from '../lib/ids.ts';
import {
  calendarDateSchema,
  instantSchema,
  multiLineText,
  nameText,
  optionalText,
  singleLineText,
  typedLine,
} from '../lib/values.ts';
import { differentNames } from './child-input.ts';
import { fullNameSchema, phoneNumberSchema } from './profile-input.ts';

/** Limits of imports of families. They are here, since the first page of a visitor has `limits`. */
export const importLimits = {
  /** A file, in bytes, and its rows (IMP-01). */
  fileBytes: 5_000_000,
  fileRows: 5_000,
  fileLines: 20_000,
  fileColumns: 100,
  fileNameLength: 100,
  /** Rows of one request, and its size in bytes. */
  rowsAtOnce: 100,
  bodyBytes: 131_072,
  balanceCents: 10_000_000,
  /** Stored families that one of a file is compared with. */
  candidates: 20,
  /** Days in which an import can be undone (IMP-02). */
  undoDays: 7,
} as const;

/** Adults of a family: the one of the account, and a second one. */
export const mostAdults = 2;

const hashSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Unknown row'));
/** Identifies a row of a file of families: a hash of all that the row says. */
export const importRowIdSchema = hashSchema.brand<'ImportRowId'>();
export type ImportRowId = z.infer<typeof importRowIdSchema>;
/** Identifies a file of families: a hash of its rows. Whoever imports the same file goes on with the same import. */
export const importIdSchema = hashSchema.brand<'ImportId'>();
export type ImportId = z.infer<typeof importIdSchema>;

const optionalPhone = z.union([z.literal(''), phoneNumberSchema]);
const adultSchema = z.strictObject({
  /** Empty where the file has none. */
  full_name: z.union([z.literal(''), fullNameSchema]),
  email: z.nullable(emailSchema),
  phone_number: optionalPhone,
});
export type ImportedAdult = z.infer<typeof adultSchema>;

const childInput = z.strictObject({
  name: nameText(limits.personNameLength, 'Please enter the name'),
  date_of_birth: calendarDateSchema,
  /** The note of the file. It reaches no register before the family has confirmed it (IMP-03). */
  medical_conditions: optionalText(limits.medicalConditionsLength),
  /** The file says, without a note, that there is nothing to know: an answer that the family is asked to confirm (IMP-09). */
  nothing_to_know: z.optional(z.literal(true)),
  contact: z.nullable(
    z.strictObject({
      name: z.union([z.literal(''), fullNameSchema]),
      relation: typedLine().check(z.maxLength(limits.relationLength)),
      phone_number: phoneNumberSchema,
    }),
  ),
  /** What an administrator said of a child whose name is spelled like that of a stored one: which it is, or another child. */
  is: z.nullable(z.union([childIdSchema, z.literal('another')])),
});
export type ImportedChild = z.infer<typeof childInput>;

/** What two families that may be one have alike: `same` where that says that they are one. */
const likenessSchema = z.enum(['same', 'phone', 'child', 'name']);

/** A family as the rows of a file have it (IMP-02). */
const importedFamilySchema = z.strictObject({
  rows: z.array(importRowIdSchema).check(z.minLength(1), z.maxLength(importLimits.rowsAtOnce)),
  /** Whose account it is. */
  adult: adultSchema,
  second: z.nullable(adultSchema),
  /** None where the file is a list of adults: the family enters them (IMP-11). */
  children: z.array(childInput).check(z.maxLength(limits.childrenPerFamily), differentNames),
  /** The stored family that it is, which somebody said of one that may be the same (IMP-12). */
  is: z.nullable(familyIdSchema),
  /** The stored families that it is not, which somebody said. */
  apart: z
    .array(z.strictObject({ family_id: familyIdSchema, reason: likenessSchema }))
    .check(z.maxLength(importLimits.candidates)),
  /** That it is another family than those of other rows of the file that may be the same, which somebody said. */
  apart_in_file: z.boolean(),
  /** What the file has besides, as a note for the office (IMP-06). */
  office_note: z.optional(multiLineText(limits.familyNoteLength, 'Please write a note')),
  /** What it owes, in cents; below 0 it is in credit. */
  balance: z.nullable(
    z.int().check(z.minimum(-importLimits.balanceCents), z.maximum(importLimits.balanceCents)),
  ),
});
export type ImportedFamily = z.infer<typeof importedFamilySchema>;

/** The name of a file; it is stored and shown, and in no log. */
export const fileNameSchema = singleLineText(importLimits.fileNameLength, 'Please name the file');

export const importFamiliesSchema = z.strictObject({
  import_id: importIdSchema,
  /** Of the file, so that several imports of one day can be told apart. */
  file_name: z.optional(fileNameSchema),
  families: z.array(importedFamilySchema).check(z.minLength(1), z.maxLength(importLimits.rowsAtOnce)),
});

/** A child of a file whose name is spelled almost as that of a stored child with the same birthday. */
const similarChildSchema = z.object({ name: z.string(), child_id: childIdSchema, known_name: z.string() });

/** A family that may be the same as one of a file (IMP-12). Only administrators see it. */
const candidateSchema = z.object({
  /** Null for one of other rows of the file that is not stored. */
  family_id: z.nullable(familyIdSchema),
  /** The first row of such a family. */
  row: z.nullable(importRowIdSchema),
  /** What both have; `same` where more than one family is the same, or somebody said that it is another one. */
  reason: likenessSchema,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  children: z.array(z.object({ name: z.string(), date_of_birth: calendarDateSchema })),
});
export type FamilyCandidate = z.infer<typeof candidateSchema>;

/** What an import does with a family, and what of it changes (IMP-01). */
const familyDecisionSchema = z.object({
  /**
   * `same`: all of it is stored. `asked`: an administrator has to say whether the family, or a child, is a stored one. It is not
   * imported before.
   */
  state: z.enum(['new', 'same', 'changes', 'refused', 'asked']),
  reason: z.nullable(z.string()),
  changes: z.array(z.string()),
  /** What the stored family lacked, and gets: "Email ana@example.com" (IMP-12). */
  completed: z.array(z.string()),
  /** What the file has otherwise. The stored family keeps what it has. */
  differs: z.array(z.string()),
  similar: z.array(similarChildSchema),
  /** The families of which it may be one. */
  candidates: z.array(candidateSchema),
  /** The stored family, and the name of its contact. */
  parent_id: z.nullable(familyIdSchema),
  parent_name: z.nullable(z.string()),
});
export type FamilyDecision = z.infer<typeof familyDecisionSchema>;

/** An import of a file, for as long as it can be undone. */
export const storedImportSchema = z.object({
  import_id: importIdSchema,
  started_at: instantSchema,
  started_by: userIdSchema,
  /** As it was chosen first. */
  file_name: z.optional(z.string()),
});
export type StoredImport = z.infer<typeof storedImportSchema>;

export const importsSchema = z.object({
  imports: z.array(
    z.extend(storedImportSchema, { started_by_name: z.nullable(z.string()), families: z.int() }),
  ),
});

/** Takes an import back, part by part. */
export const undoImportSchema = z.strictObject({ after: z.nullable(importRowIdSchema) });

export const undoneImportSchema = z.object({
  undone: z.int(),
  /** What stays, with what was built on it. */
  kept: z.array(
    z.object({
      parent_id: familyIdSchema,
      full_name: z.string(),
      /** In words for the office: "has a note". */
      built: z.array(z.string()),
      /** Numbers of rows are not stored: the rows' ids. */
      rows: z.array(importRowIdSchema),
    }),
  ),
  /** Where to go on; null at the end. */
  next: z.nullable(importRowIdSchema),
});

export const importedFamiliesSchema = z.object({ families: z.array(familyDecisionSchema) });
