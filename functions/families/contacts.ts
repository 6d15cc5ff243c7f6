import { type Merged, mergeEdit } from '#shared/contract/edits';
import { contactValues } from '#shared/families/profile-input';
import type { UserId } from '#shared/lib/ids';
import { familyContactWords, wordChanges } from '../accounts/search-words.ts';
import {
  contactPath,
  familyFromItem,
  familyIsActive,
  memberOf,
  memberPath,
  requireSameHolder,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { type CountedChange, sendAsOneChange } from '../ledger/changes.ts';
import { updateWrite } from '../lib/dynamo/expressions.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';

type ContactValues = ReturnType<typeof contactValues>;

type ContactEdit = { readonly [Name in keyof ContactValues]?: ContactValues[Name] | undefined } & {
  readonly shown: object;
};

/** A member's contact, or the family's, which the office changes. */
type Whose = UserId | 'family';

const withContact = (
  family: StoredFamily,
  whose: Whose,
  { full_name, phone_number }: ContactValues,
): StoredFamily => {
  const id = whose === 'family' ? family.members[0]?.id : whose;
  const members = family.members.map((member) =>
    member.id === id ? { ...member, full_name, phone_number } : member,
  );
  return id === family.members[0]?.id
    ? { ...family, members, full_name, phone_number }
    : { ...family, members };
};

type UpdateContactOutcome =
  | { readonly outcome: 'done'; readonly contact: ContactValues }
  | Extract<Merged<ContactValues>, { outcome: 'changed-meanwhile' }>
  | { readonly outcome: 'no-family' | 'limited' | 'busy' };

const maxTries = 5;

/** All or nothing. Refused where a field changed since it was shown (PRF-01). @param change counts as the person's own */
export const updateContact = async (
  table: Table,
  { family, whose }: { readonly family: StoredFamily; readonly whose: Whose },
  edit: ContactEdit,
  extraWrites: ExtraWrites = [],
  change?: CountedChange,
  tries = 1,
): Promise<UpdateContactOutcome> => {
  const seen = whose === 'family' ? family : memberOf(family, whose);
  if (!seen) return { outcome: 'no-family' };
  const merged = mergeEdit(contactValues(seen), edit);
  if (merged.outcome === 'changed-meanwhile') return merged;
  const path = whose === 'family' ? contactPath(family) : memberPath(whose);
  const { full_name, phone_number, remind_every_session } = merged.values;
  const result = await sendAsOneChange(table, change, [
    updateWrite(table, familyKey(family.id), {
      set: {
        [`${path}.full_name`]: full_name,
        [`${path}.phone_number`]: phone_number,
        ...(edit.remind_every_session !== undefined && {
          [`${path}.remind_every_session`]: remind_every_session,
        }),
      },
      if: {
        ...familyIsActive,
        [`${path}.full_name`]: seen.full_name,
        [`${path}.phone_number`]: seen.phone_number,
        ...(whose === 'family' && requireSameHolder(family)),
      },
      returnsStored: true,
    }),
    ...wordChanges(table, family.id, {
      before: familyContactWords(family),
      after: familyContactWords(withContact(family, whose, merged.values)),
    }),
    ...extraWrites,
  ]);
  if (result.outcome === 'done') return { outcome: 'done', contact: merged.values };
  if (result.outcome === 'no-ledger') return { outcome: 'no-family' };
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  const item = result.refusals[0]?.item;
  const changed = item && familyFromItem(item);
  if (!changed || changed.deleting) return { outcome: 'no-family' };
  if (tries === maxTries) return { outcome: 'busy' };
  return updateContact(table, { family: changed, whose }, edit, extraWrites, change, tries + 1);
};
