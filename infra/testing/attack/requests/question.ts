import { randomUUID } from 'node:crypto';
import {
  createInvitationLink,
  invitationPut,
  type NewInvitation,
  newInvitation,
} from '#functions/accounts/coaches';
import type { StoredBooking } from '#functions/booking/bookings';
import { getClass } from '#functions/classes/classes';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { originKeyHeader } from '#functions/lib/http/request';
import { newBookingId, newClassId, newSlotId } from '#functions/lib/ids';
import { confirmJoining, createJoining, listReaders } from '#functions/messages/newsletter';
import type { FootballClass } from '#shared/classes/class';
import { resourceNames } from '../../../local/addresses.ts';
import type { SampleFamily } from '../../samples/samples.ts';
import type { Call } from '../../stack/test-stack.ts';
import type { Caller, CallerName, Fixtures } from '../fixtures.ts';

/**
 * The owner of the thing that a request names: the caller, another family (of a slot: another class), anyone
 * (a class, an address, a link), nobody (it does not exist). Most requests name nothing.
 */
export type Named = 'nothing' | 'own' | 'foreign' | 'present' | 'missing';

export interface Question {
  readonly fixtures: Fixtures;
  readonly name: CallerName;
  readonly caller: Caller;
  readonly named: Named;
}

/** A request without its route. `by` replaces the caller, for requests that delete an account. */
export type Asked = Omit<Call, 'route' | 'token'> & { readonly by?: Caller };

export type Prepare = (question: Question) => Asked | Promise<Asked>;

export const slotOf = ({ time_slots }: FootballClass): string => time_slots[0]?.id ?? '';

export const childOf = ({ children }: Pick<SampleFamily, 'children'>): string => children[0]?.id ?? '';

export const contact = { full_name: 'Pat Newname', phone_number: '+44 20 7946 0958' };

export const child = { name: 'Kit', date_of_birth: '2019-02-28', medical_conditions: 'Asthma' };

/** A new source address for each request, so that limits of a source do not apply. */
export const fromAnySource = () => ({
  [originKeyHeader]: resourceNames.originKey,
  'x-forwarded-for': `${randomUUID()}, 192.0.2.1`,
});

export const familyOf = ({ fixtures, caller, named }: Question): SampleFamily =>
  named === 'foreign' ? fixtures.stranger.family : caller.family;

/** A new address with an account for each request, because emails to one address are limited. */
export const emailOf = async ({ fixtures, named }: Question): Promise<string> =>
  named === 'missing' ? `${randomUUID()}@example.com` : (await fixtures.newAccount()).family.profile.email;

export const invitationOf = async (
  { fixtures }: Question,
  email: string,
  {
    role = 'coach',
    by = fixtures.stranger.family.profile.id,
    familyId,
    holds,
  }: Partial<Pick<NewInvitation, 'role' | 'by' | 'familyId' | 'holds'>> = {},
): Promise<string> => {
  const { table } = fixtures.stack;
  const invitation = newInvitation({
    email,
    by,
    now: new Date(),
    role,
    ...(familyId && { familyId }),
    ...(holds && { holds }),
  });
  await sendTransaction(table, [invitationPut(table, invitation)]);
  return (await createInvitationLink(table, invitation)) ?? '';
};

export const classIdOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? newClassId(new Date()) : (await fixtures.newClass()).id;

export const readerOf = async ({ fixtures, named }: Question) => {
  const { table } = fixtures.stack;
  const email = `${randomUUID()}@example.com`;
  const token = await createJoining(table, email, new Date());
  await confirmJoining(table, { token, wording: 'Yes', now: new Date() });
  const reader = (await listReaders(table)).find((one) => one.email === email);
  const unknown = 'x'.repeat(43);
  return named === 'missing' || !reader
    ? { reader: unknown, secret: unknown }
    : { reader: reader.id, secret: reader.leave_secret };
};

export const anAddress: Prepare = async (question) => ({
  headers: fromAnySource(),
  body: { email: await emailOf(question) },
});

export const nothing: Prepare = () => ({});

/** A request with these ids in its address, and a body. */
export const asking =
  (
    ids: Prepare | Readonly<Record<string, (question: Question) => Promise<string> | string>>,
    body?: object | ((question: Question) => object | Promise<object>),
  ): Prepare =>
  async (question) => {
    if (typeof body === 'function') return asking(ids, await body(question))(question);
    if (typeof ids === 'function') return { ...(await ids(question)), ...(body && { body }) };
    const params: Record<string, string> = {};
    for (const [name, idOf] of Object.entries(ids)) params[name] = await idOf(question);
    return { params, ...(body && { body }) };
  };

export const aClass = asking({ classId: classIdOf });

export const aSlot: Prepare = async ({ fixtures, named }) => {
  const cls = await fixtures.newClass();
  const other = named === 'foreign' ? slotOf(await fixtures.newClass()) : newSlotId(new Date());
  return { params: { classId: cls.id, slotId: named === 'present' ? slotOf(cls) : other } };
};

/** A booking of the caller, or of another family; a deleted caller has none. */
export const theirBooking = async (
  { fixtures, caller, name, named }: Question,
  overrides: Partial<StoredBooking> = {},
) => {
  const isMissing = named === 'missing' || (named === 'own' && name === 'deleted');
  const family = isMissing || named === 'foreign' ? fixtures.stranger.family : caller.family;
  const booking = await fixtures.newBooking(family, overrides);
  return isMissing ? { ...booking, id: newBookingId(new Date()) } : booking;
};

export const aMove = async (question: Question) => {
  const { id, ...booking } = await theirBooking(question);
  const { class_id, time_slot_id, child_id, parent_id } = booking;
  const { time_slots } = (await getClass(question.fixtures.stack.table, class_id)) ?? {};
  const body = {
    class_id,
    time_slot_id: time_slots?.find((slot) => slot.id !== time_slot_id)?.id,
    calendar_version: 0,
    credit: 0,
    charge: 0,
  };
  return { bookingId: id, booking: { class_id, time_slot_id, child_id }, parent_id, body };
};

/** The family of an entry or an offer; undefined for one that does not exist, or of an account that is deleted. */
export const waitingFamilyOf = (question: Question): SampleFamily | undefined => {
  const isGone = question.named === 'own' && question.name === 'deleted';
  return question.named === 'missing' || isGone ? undefined : familyOf(question);
};
