import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { invitationPut, newInvitation } from '../accounts/coaches.ts';
import { familyIsActive, type StoredFamily } from '../accounts/stored-families.ts';
import { requireRoomFor } from '../families/adults.ts';
import { atMost, isNew, updateWrite } from '../lib/dynamo/expressions.ts';
import { chunk } from '../lib/dynamo/items.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { messageIdOf, messagePut } from '../messages/messages.ts';

const invitedAtOnce = 45;

interface InvitedTogether {
  readonly by: UserId;
  readonly now: Date;
  readonly extraWrites: ExtraWrites;
}

const inviteSome = async (
  table: Table,
  families: readonly StoredFamily[],
  { by, now, extraWrites }: InvitedTogether,
): Promise<number | 'busy'> => {
  const [first] = families;
  if (!first) return 0;
  const at = instantOf(now);
  const writes = families.flatMap(({ id, email }) => {
    const invitation = newInvitation({ email, by, now, role: 'adult', familyId: id, holds: true });
    const { invited_at, valid_until } = invitation;
    return [
      invitationPut(table, invitation, { if: [isNew, { valid_until: atMost(at) }] }),
      updateWrite(table, familyKey(id), {
        set: { adult_invited: { email, invited_at, valid_until } },
        if: { ...familyIsActive, ...requireRoomFor(true), 'office_contact.email': email },
      }),
    ];
  });
  const message = messagePut(table, {
    id: messageIdOf('family-invitation', first.id, at),
    created_at: at,
    made_by: by,
    kind: 'family-invitation',
    audience: { kind: 'families', parent_ids: families.map(({ id }) => id) },
    facts: {},
  });
  const result = await sendTransaction(table, [...writes, message, ...extraWrites]);
  if (result.outcome === 'busy') return 'busy';
  if (result.outcome === 'done') return families.length;
  const { refusals } = result;
  const left = families.filter((_, index) => !refusals[2 * index] && !refusals[2 * index + 1]);
  if (left.length === families.length) throw new Error('The message of invitations was refused');
  return inviteSome(table, left, { by, now, extraWrites });
};

/** The messenger sends at the common rate (IMP-03). Skips invited and changed families. @returns how many are invited */
export const inviteHolders = async (
  table: Table,
  families: readonly StoredFamily[],
  together: InvitedTogether,
): Promise<number | 'busy'> => {
  let invited = 0;
  for (const part of chunk(families, invitedAtOnce)) {
    const extraWrites = invited === 0 ? together.extraWrites : [];
    const count = await inviteSome(table, part, { ...together, extraWrites });
    if (count === 'busy') return count;
    invited += count;
  }
  return invited;
};
