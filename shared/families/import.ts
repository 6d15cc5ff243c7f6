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

/** Apart from `limits`, which a visitor's first page loads. */
export const importLimits = {
  fileBytes: 5_000_000,
  fileRows: 5_000,
  fileLines: 20_000,
  fileColumns: 100,
  fileNameLength: 100,
  rowsAtOnce: 100,
  bodyBytes: 131_072,
  balanceCents: 10_000_000,
  /** Stored families to compare with one of the file. */
  candidates: 20,
  undoDays: 7,
} as const;

export const maxAdults = 2;

const hashSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Unknown row'));
/** A hash of all that the row says. */
export const importRowIdSchema = hashSchema.brand<'ImportRowId'>();
export type ImportRowId = z.infer<typeof importRowIdSchema>;
/** A hash of the file's rows: importing the same file continues the same import. */
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
  /** Shown on no register before the family has confirmed it (IMP-03). */
  medical_conditions: optionalText(limits.medicalConditionsLength),
  /** The file says that there is nothing to know, which the family is asked to confirm (IMP-09). */
  nothing_to_know: z.optional(z.literal(true)),
  contact: z.nullable(
    z.strictObject({
      name: z.union([z.literal(''), fullNameSchema]),
      relation: typedLine().check(z.maxLength(limits.relationLength)),
      phone_number: phoneNumberSchema,
    }),
  ),
  /** The administrator's answer about a child whose name resembles that of a stored one. */
  is: z.nullable(z.union([childIdSchema, z.literal('another')])),
});
export type ImportedChild = z.infer<typeof childInput>;

const likenessSchema = z.enum(['same', 'phone', 'child', 'name']);

/** One family, of several rows (IMP-02). */
const importedFamilySchema = z.strictObject({
  rows: z.array(importRowIdSchema).check(z.minLength(1), z.maxLength(importLimits.rowsAtOnce)),
  /** The account's adult. */
  adult: adultSchema,
  second: z.nullable(adultSchema),
  /** Empty for a list of adults: the family enters its children (IMP-11). */
  children: z.array(childInput).check(z.maxLength(limits.childrenPerFamily), differentNames),
  is: z.nullable(familyIdSchema),
  /** The administrator's answers: the stored families that it is not. */
  apart: z
    .array(z.strictObject({ family_id: familyIdSchema, reason: likenessSchema }))
    .check(z.maxLength(importLimits.candidates)),
  apart_in_file: z.boolean(),
  /** What no field takes (IMP-06). */
  office_note: z.optional(multiLineText(limits.familyNoteLength, 'Please write a note')),
  /** Cents; below 0 for a credit. */
  balance: z.nullable(
    z.int().check(z.minimum(-importLimits.balanceCents), z.maximum(importLimits.balanceCents)),
  ),
});
export type ImportedFamily = z.infer<typeof importedFamilySchema>;

/** Stored and shown, but never logged. */
export const fileNameSchema = singleLineText(importLimits.fileNameLength, 'Please name the file');

export const importFamiliesSchema = z.strictObject({
  import_id: importIdSchema,
  /** Tells several imports of one day apart. */
  file_name: z.optional(fileNameSchema),
  families: z.array(importedFamilySchema).check(z.minLength(1), z.maxLength(importLimits.rowsAtOnce)),
});

/** Almost the same name as a stored child with the same birthday. */
const similarChildSchema = z.object({ name: z.string(), child_id: childIdSchema, known_name: z.string() });

/** Only administrators see it (IMP-12). */
const candidateSchema = z.object({
  /** Null for rows of the file that are not stored. */
  family_id: z.nullable(familyIdSchema),
  row: z.nullable(importRowIdSchema),
  /** `same` where several families match, or somebody said that it is another one. */
  reason: likenessSchema,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  children: z.array(z.object({ name: z.string(), date_of_birth: calendarDateSchema })),
});
export type FamilyCandidate = z.infer<typeof candidateSchema>;

const familyDecisionSchema = z.object({
  /** `same`: all is stored already. `asked`: an administrator must answer before the import. */
  state: z.enum(['new', 'same', 'changes', 'refused', 'asked']),
  reason: z.nullable(z.string()),
  changes: z.array(z.string()),
  completed: z.array(z.string()),
  /** Where the file differs. The stored family keeps what it has. */
  differs: z.array(z.string()),
  similar: z.array(similarChildSchema),
  /** The families that it may be. */
  candidates: z.array(candidateSchema),
  parent_id: z.nullable(familyIdSchema),
  parent_name: z.nullable(z.string()),
});
export type FamilyDecision = z.infer<typeof familyDecisionSchema>;

/** An import that can still be undone. */
export const storedImportSchema = z.object({
  import_id: importIdSchema,
  started_at: instantSchema,
  started_by: userIdSchema,
  /** The first chosen name. */
  file_name: z.optional(z.string()),
});
export type StoredImport = z.infer<typeof storedImportSchema>;

export const importsSchema = z.object({
  imports: z.array(
    z.extend(storedImportSchema, { started_by_name: z.nullable(z.string()), families: z.int() }),
  ),
});

/** Takes an import back in several requests. */
export const undoImportSchema = z.strictObject({ after: z.nullable(importRowIdSchema) });

export const undoneImportSchema = z.object({
  undone: z.int(),
  /** What stays, and what was built on it. */
  kept: z.array(
    z.object({
      parent_id: familyIdSchema,
      full_name: z.string(),
      /** Texts for the office: "has a note". */
      built: z.array(z.string()),
      /** Ids, since row numbers are not stored. */
      rows: z.array(importRowIdSchema),
    }),
  ),
  /** The next request's `after`; null at the end. */
  next: z.nullable(importRowIdSchema),
});

export const importedFamiliesSchema = z.object({ families: z.array(familyDecisionSchema) });
