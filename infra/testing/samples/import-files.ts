import { randomUUID } from 'node:crypto';
import { sha256 } from '#functions/lib/dynamo/items';
import { importFamiliesSchema } from '#shared/families/import';

export interface ImportedRow {
  readonly email?: string | null;
  readonly phone?: string;
  readonly name?: string;
  readonly second?: object | null;
  /** Names, or more of what a file says of a child. */
  readonly children?: readonly (string | object)[];
  readonly note?: string | null;
  readonly balance?: number | null;
  readonly office_note?: string;
  /** What somebody said of the family (IMP-12). */
  readonly is?: string | null;
  readonly apart?: readonly object[];
  readonly apart_in_file?: boolean;
}

/** A part of a file: one family for each row. Its parent has a name that no other one has, where the row has none. */
export const importOf = (rows: readonly ImportedRow[], file: string = randomUUID()) =>
  importFamiliesSchema.parse({
    import_id: sha256(file),
    families: rows.map(
      ({ email = null, phone = '', name, children = ['Mia'], note = null, ...row }, index) => ({
        ...{ rows: [sha256(`${file} ${index}`)], second: null, is: null, apart: [], apart_in_file: false },
        ...{ balance: null, ...row },
        adult: { full_name: name ?? `Ana ${sha256(`${email}${file}${index}`)}`, email, phone_number: phone },
        children: children.map((child) => ({
          ...{ date_of_birth: '2018-04-03', medical_conditions: note, contact: null, is: null },
          ...(typeof child === 'string' ? { name: child } : child),
        })),
      }),
    ),
  });
