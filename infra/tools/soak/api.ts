import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { memberships } from '#functions/accounts/accounts';
import { trialEnds } from '#functions/booking/timer';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { familyOperations } from '#functions/entries/family-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import type { UserPool } from '#functions/lib/identity/users';
import { newFamilyId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { asRole } from '#infra/local/roles/roles';
import { formOf, sampleTimeZone } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import { trialHeldUntil } from '#shared/booking/keep-terms';
import { catalogueRoutes } from '#shared/classes/routes';
import type { adminRoutes } from '#shared/contract/admin-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { toCalendarDate } from '#shared/lib/business-time';
import {
  type FamilyId,
  type IdempotencyKey,
  idempotencyKeyHeader,
  type SlotId,
  type UserId,
} from '#shared/lib/ids';
import type { createJoining } from './joining.ts';
import type {
  By,
  EnteredClass,
  Entry,
  FamilyRequest,
  OfficeRequest,
  PlacedBooking,
  RequestOf,
} from './requests.ts';
import { placeOf, type School } from './school.ts';

/** A user pool that has deleted every user: the soak is about the table. */
const poolWithoutUsers: UserPool = { id: 'none', client: new CognitoIdentityProviderClient({}) };
poolWithoutUsers.client.middlewareStack.add(() => async () => ({ response: {}, output: { $metadata: {} } }), {
  step: 'initialize',
  name: 'poolWithoutUsers',
});

const withKey = (key: IdempotencyKey): Pick<Invocation, 'headers'> => ({
  headers: { [idempotencyKeyHeader.toLowerCase()]: key },
});

type Sent<Route> = Pick<Invocation, 'params' | 'headers' | 'body' | 'query'> & { readonly route: Route };

interface Adults {
  readonly accountOf: (parent: FamilyId, by: Exclude<By, 'office'>) => UserId;
  readonly familyOf: (table: Table, userId: UserId) => Promise<FamilyId | undefined>;
}

/** The family that an adult had alone, which is gone. */
const formerFamily = newFamilyId(new Date(0));

/**
 * The API and the timer, for requests about one school. Each request gets its own clock, so that the id of what it creates
 * carries the request's number as its time.
 */
export const createApi = (
  table: Table,
  school: School,
  join: ReturnType<typeof createJoining>,
  { accountOf, familyOf }: Adults,
) => {
  const { epoch, main } = school;
  const catalogue = createHandler(catalogueRoutes, catalogueOperations, {
    table,
    timeZone: sampleTimeZone,
  });

  const placeOfSlot = (slot: SlotId) => ({ class_id: placeOf(school, slot).cls.id, time_slot_id: slot });
  const placed = ({ slot, child }: PlacedBooking) => ({ ...placeOfSlot(slot), child_id: child });

  const sentByParent = (request: FamilyRequest): Sent<keyof typeof familyRoutes> => {
    switch (request.kind) {
      case 'book': {
        const { slot, child, is_trial, terms, idempotencyKey } = request;
        const body = { ...placeOfSlot(slot), child_id: child.id, is_trial, ...terms };
        return { route: 'bookSlot', ...withKey(idempotencyKey), body };
      }
      case 'cancel': {
        const body = { ...placed(request), credit: request.credit };
        return { route: 'cancelBooking', params: { bookingId: request.booking }, body };
      }
      case 'move': {
        const { booking, to, credit, charge, trial_date, idempotencyKey } = request;
        const target = { ...placeOfSlot(to), calendar_version: 0, credit, charge, trial_date };
        const body = { booking: placed(request), ...target };
        return { route: 'moveMyBooking', ...withKey(idempotencyKey), params: { bookingId: booking }, body };
      }
      case 'keep': {
        const { booking, amount, idempotencyKey } = request;
        const body = { booking: placed(request), amount, calendar_version: 0 };
        return { route: 'upgradeTrial', ...withKey(idempotencyKey), params: { bookingId: booking }, body };
      }
      case 'edit-child': {
        const body = { name: request.name, date_of_birth: '2018-06-15' };
        return { route: 'updateChild', params: { childId: request.child }, body };
      }
      case 'edit-card': {
        const contact = { name: request.contact, relation: 'Aunt', phone_number: '07700 900123' };
        const body = { contacts: [{ ...contact, may_collect: true }] };
        return { route: 'updateCard', params: { childId: request.child }, body };
      }
      case 'read-family':
        return { route: 'getMyFamily' };
    }
  };

  /** The rate and the slots as the class form sends them. */
  const withTimes = ({ weekly_rate, time_slots }: EnteredClass) => {
    const slots = new Map(formOf(main).time_slots.map((row) => [row.id, row]));
    return { weekly_rate, time_slots: time_slots.map((row) => ({ ...slots.get(row.id), ...row })) };
  };

  const recorded = ({ entry, amount, booking, parent, attempt }: RequestOf<'record'>) => {
    const shared = { params: { parentId: parent }, ...withKey(attempt) };
    const day = toCalendarDate(epoch, sampleTimeZone);
    const paid = { amount, day, method: 'cash' };
    if (entry === 'payment') {
      const body = { ...paid, note: null, booking_id: booking, receipt: true };
      return { route: 'recordPayment', ...shared, body } as const;
    }
    const note = 'A reason';
    return entry === 'refund'
      ? ({ route: 'recordRefund', ...shared, body: { ...paid, note } } as const)
      : ({ route: 'recordAllowance', ...shared, body: { kind: entry, amount, note } } as const);
  };

  const sentByAdmin = (request: OfficeRequest): Sent<keyof typeof adminRoutes> => {
    const ofClass = { params: { classId: main.id } };
    switch (request.kind) {
      case 'delete':
        return { route: 'deleteBooking', params: { bookingId: request.booking }, query: { tell: 'yes' } };
      case 'rename': {
        const body = { child_name: request.name, child_age: request.age };
        return { route: 'updateBooking', params: { bookingId: request.booking }, body };
      }
      case 'record':
        return recorded(request);
      case 'take-back': {
        const body = { entry: `ATTEMPT#${request.attempt}` };
        return { route: 'takeBackEntry', params: { parentId: request.parent }, body };
      }
      case 'decide': {
        const body = { parent_id: request.parent, credit: request.credit };
        return { route: 'decideLateEnding', params: { bookingId: request.booking }, body };
      }
      case 'edit':
        return {
          route: 'updateClass',
          ...ofClass,
          body: { ...withTimes(request.wanted), shown: withTimes(request.shown) },
        };
      case 'read-class':
        return { route: 'getRoster', ...ofClass };
      case 'delete-class':
        return { route: 'deleteClass', ...ofClass };
      case 'delete-account':
        return { route: 'deleteParent', params: { parentId: request.parent } };
    }
  };

  /** The timer's clock is past the time for which the places of that day's trials are held. */
  const endTrials = async ({ day }: RequestOf<'end-trials'>): Promise<Answer | undefined> => {
    const clock = () => new Date(trialHeldUntil({ date: day }, sampleTimeZone));
    try {
      await asRole('timer', () =>
        trialEnds.perform(day, { table, clock, timeZone: sampleTimeZone, isTimeOver: () => false }),
      );
      return { status: 204, headers: {}, body: undefined };
    } catch {
      // The timer's next run goes on with the work.
      return undefined;
    }
  };

  return ({ request, number }: Pick<Entry, 'request' | 'number'>): Promise<Answer | undefined> => {
    const clock = () => new Date(epoch.getTime() + number);
    if ('address' in request || 'family' in request) return join(request, number);
    if (request.kind === 'end-trials') return endTrials(request);
    if (request.kind === 'read-slot') {
      const { class_id: classId } = placeOfSlot(request.slot);
      return invoke(catalogue, { route: 'getTimeSlot', params: { classId, slotId: request.slot } });
    }
    if ('by' in request) {
      const deps = { table, clock, timeZone: sampleTimeZone };
      const handler = createHandler(familyRoutes, familyOperations, deps, {
        memberships: { ...memberships(table), familyOf: (userId) => familyOf(table, userId) },
      });
      const { by, parent } = request;
      const sent = sentByParent(request);
      if (by !== 'office') {
        // The token of an adult who has just joined names the family before.
        const familyId = by === 'holder' || number % 2 === 0 ? parent : formerFamily;
        return invoke(handler, { ...sent, userId: accountOf(parent, by), familyId });
      }
      const { headers = {}, body: order } = sent;
      const body = { order, above_capacity: null };
      const params = { parentId: parent };
      return adminApi({ table, clock }).call('bookForFamily', { params, headers, body });
    }
    const { route, ...sent } = sentByAdmin(request);
    return adminApi({ table, clock, userPool: poolWithoutUsers }).call(route, sent);
  };
};

export type Api = ReturnType<typeof createApi>;
