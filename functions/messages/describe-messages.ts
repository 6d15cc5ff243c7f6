import { classTypeName, formatDate, formatTimeRange } from '#shared/lib/format';
import { type ClassId, type SlotId, type UserId, userIdSchema } from '#shared/lib/ids';
import { counted } from '#shared/lib/text';
import type { LoggedRecipient, MessageSummary } from '#shared/messages/admin-routes';
import { isReached, isToCall } from '#shared/messages/changes';
import type { MessageContent } from '#shared/messages/message';
import { readerIdSchema } from '#shared/messages/newsletter';
import { readProfileNames } from '../accounts/accounts.ts';
import { adultsToCall, familyRef, memberOf } from '../accounts/stored-families.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { venueRef } from '../classes/venues.ts';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { isPersonal, type StoredMessage } from './messages.ts';
import type { Recipient } from './recipients.ts';
import { readFamilyIds } from './to-families.ts';

const gone = 'deleted';

const audienceRefs = ({ audience }: MessageContent): ItemRef<unknown>[] => {
  switch (audience.kind) {
    case 'slot':
    case 'waiting-list':
      return [classRef(audience.class_id), slotRef(audience.class_id, audience.slot_id)];
    case 'class':
    case 'coaches':
      return [classRef(audience.class_id)];
    case 'family':
      return [familyRef(audience.parent_id)];
    case 'venue-day':
      return [venueRef(audience.venue_id)];
    case 'sessions':
      return audience.sessions.slice(0, 1).map(({ class_id }) => classRef(class_id));
    default:
      return [];
  }
};

const classLabel = (read: ReadEntity, classId: ClassId): string => {
  const cls = read(classRef(classId));
  return cls ? `${classTypeName(cls.class_type)}, ${cls.venue}` : `Class (${gone})`;
};

const slotLabel = (
  read: ReadEntity,
  { class_id, slot_id }: { readonly class_id: ClassId; readonly slot_id: SlotId },
): string => {
  const slot = read(slotRef(class_id, slot_id));
  const label = classLabel(read, class_id);
  return slot ? `${label}, ${formatTimeRange(slot)}` : label;
};

const audienceLabel = (
  { audience }: MessageContent,
  read: ReadEntity,
  nameOf: (id: UserId) => string | null,
): string => {
  switch (audience.kind) {
    case 'slot':
      return slotLabel(read, audience);
    case 'waiting-list':
      return `Waiting list: ${slotLabel(read, audience)}`;
    case 'class':
      return classLabel(read, audience.class_id);
    case 'coaches':
      return `Coaches: ${classLabel(read, audience.class_id)}`;
    case 'family':
      return read(familyRef(audience.parent_id))?.full_name ?? `Family (${gone})`;
    case 'sessions': {
      const [first, ...others] = audience.sessions;
      if (!first) return 'No session';
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      return `${classLabel(read, first.class_id)}, ${formatDate(first.date)}${more}`;
    }
    case 'families':
      return `Open balances (${audience.parent_ids.length})`;
    case 'term':
      return `Next term (${counted(audience.class_ids.length, 'class', 'classes')})`;
    case 'venue-day':
      return `${read(venueRef(audience.venue_id))?.name ?? `Venue (${gone})`}, ${formatDate(audience.date)}`;
    case 'day':
      return `Sessions on ${formatDate(audience.date)}`;
    case 'readers':
      return 'Newsletter readers';
    case 'author':
      return nameOf(audience.account_id) ?? `Account (${gone})`;
    default:
      // A newer version may have stored this kind of audience.
      return String(Object(audience).kind);
  }
};

export const loggedText = (message: MessageContent): { subject: string; text: string } | undefined =>
  (message.kind === 'broadcast' || message.kind === 'news') && !isPersonal(message)
    ? message.facts
    : undefined;

/** With present names. Two BatchGetItem per 100 different ones. */
export const describeMessages = async (
  table: Table,
  messages: readonly StoredMessage[],
): Promise<MessageSummary[]> => {
  const [read, nameOf] = await Promise.all([
    batchRead(table, messages.flatMap(audienceRefs), { consistent: false }),
    readProfileNames(
      table,
      messages.flatMap(({ made_by, audience }) => [
        made_by,
        ...(audience.kind === 'author' ? [audience.account_id] : []),
      ]),
    ),
  ]);
  return messages.map((message) => ({
    id: message.id,
    kind: message.kind,
    created_at: message.created_at,
    made_by: message.made_by,
    made_by_name: nameOf(message.made_by),
    audience: audienceLabel(message, read, nameOf),
    subject: loggedText(message)?.subject ?? null,
    state: message.state,
    recipients: message.recipients,
  }));
};

/** Two BatchGetItem per 100 different ones. */
const readFamilies = async (table: Table, recipients: readonly Recipient[]) => {
  const ids = recipients.map(({ id }) => id);
  const familyIdOf = await readFamilyIds(table, ids);
  const families = ids.flatMap((id) => familyIdOf(id) ?? []);
  const read = await batchRead(table, families.map(familyRef), { consistent: false });
  return ({ id }: Recipient) => {
    const familyId = familyIdOf(id);
    return familyId && read(familyRef(familyId));
  };
};

const isReader = ({ id }: Recipient): boolean => readerIdSchema.safeParse(id).success;

/** With names and phone numbers: those to call first, then by name. */
export const describeRecipients = async (
  table: Table,
  recipients: readonly Recipient[],
  now: Date,
): Promise<LoggedRecipient[]> => {
  const familyOf = await readFamilies(table, recipients);
  const described = recipients.map((recipient) => {
    const account = userIdSchema.safeParse(recipient.id).data;
    const family = familyOf(recipient);
    const person = account ? memberOf(family, account) : family;
    return {
      id: recipient.id,
      state: recipient.state,
      state_at: recipient.state_at,
      reason: recipient.reason ?? null,
      name: person?.full_name ?? null,
      phone_number: person?.phone_number ?? null,
      adults: person && family ? adultsToCall(family) : [],
      reached: isReached(recipient),
      // A deleted account has no phone number.
      to_call: (person !== undefined || isReader(recipient)) && isToCall(recipient, now),
    };
  });
  return described.toSorted(
    (one, other) =>
      Number(other.to_call) - Number(one.to_call) || (one.name ?? '').localeCompare(other.name ?? ''),
  );
};
