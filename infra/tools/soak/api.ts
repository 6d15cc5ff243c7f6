import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { trialEnds } from '#functions/booking/timer';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { familyOperations } from '#functions/entries/family-operations';
import type { TimedDeps } from '#functions/lib/deps';
import { createHandler } from '#functions/lib/http/create-handler';
import type { UserPool } from '#functions/lib/identity/users';
import type { Table } from '#functions/lib/table';
import { formOf, sampleTimeZone } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-system';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import { trialHeldUntil } from '#shared/booking/keep-terms';
import type { UpdateClass } from '#shared/classes/class-input';
import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { toCalendarDate } from '#shared/lib/business-time';
import { type IdempotencyKey, idempotencyKeyHeader, type SlotId, type UserId } from '#shared/lib/ids';
import type { Entry, PlacedBooking, Request, RequestOf } from './requests.ts';
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

/** The requests of parents. */
type ParentRequest = RequestOf<'book' | 'cancel' | 'move' | 'keep' | 'edit-child'>;

/**
 * The API and the timer, for requests about one school. Each request gets its own clock, so that the id of what it creates
 * carries the request's number as its time.
 */
export const createApi = (table: Table, school: School) => {
  const { epoch, main } = school;
  const catalogue = createHandler(catalogueRoutes, catalogueOperations, {
    table,
    timeZone: sampleTimeZone,
  });

  const classIdOf = (slot: SlotId) => placeOf(school, slot).cls.id;
  const placed = ({ slot, child }: PlacedBooking) => ({
    class_id: classIdOf(slot),
    time_slot_id: slot,
    child_id: child,
  });

  /** What a parent's screen sends. */
  const parentInvocation = (
    request: ParentRequest,
  ): Pick<Invocation, 'params' | 'headers' | 'body'> & { readonly route: keyof typeof familyRoutes } => {
    switch (request.kind) {
      case 'book': {
        const { slot, child, is_trial, terms } = request;
        return {
          route: 'bookSlot',
          ...withKey(request.idempotencyKey),
          body: {
            class_id: classIdOf(slot),
            time_slot_id: slot,
            child_id: child.id,
            is_trial,
            ...terms,
          },
        };
      }
      case 'cancel':
        return {
          route: 'cancelBooking',
          params: { bookingId: request.booking },
          body: { ...placed(request), credit: request.credit },
        };
      case 'move': {
        const { booking, to, credit, charge, trial_date } = request;
        return {
          route: 'moveMyBooking',
          ...withKey(request.idempotencyKey),
          params: { bookingId: booking },
          body: {
            booking: placed(request),
            class_id: classIdOf(to),
            time_slot_id: to,
            calendar_version: 0,
            credit,
            charge,
            trial_date,
          },
        };
      }
      case 'keep':
        return {
          route: 'keepPlace',
          ...withKey(request.idempotencyKey),
          params: { bookingId: request.booking },
          body: { booking: placed(request), amount: request.amount, calendar_version: 0 },
        };
      case 'edit-child':
        return {
          route: 'updateChild',
          params: { childId: request.child },
          body: { name: request.name, date_of_birth: '2018-06-15', nothing_to_know: true },
        };
    }
  };

  const asParent = (parent: UserId, request: ParentRequest, clock: TimedDeps['clock']): Promise<Answer> =>
    invoke(createHandler(familyRoutes, familyOperations, { table, clock, timeZone: sampleTimeZone }), {
      ...parentInvocation(request),
      userId: parent,
    });

  /** The class form as an administrator sends it: capacities and rate as entered. */
  const enter = ({ version, weekly_rate, rows }: RequestOf<'edit'>): UpdateClass => {
    const { time_slots, ...form } = formOf(main);
    const slots = new Map(time_slots.map((row) => [row.id, row]));
    return {
      ...form,
      version,
      weekly_rate,
      time_slots: rows.flatMap(({ slot, max_capacity }) => {
        const row = slots.get(slot);
        return row ? [{ ...row, max_capacity }] : [];
      }),
    };
  };

  /** What the admin's screen of a family's account sends. */
  const recorded = (
    { entry, amount, booking }: RequestOf<'record'>,
    day: string,
  ): { route: 'recordPayment' | 'recordRefund' | 'recordAllowance'; body: object } => {
    const note = 'A reason';
    if (entry === 'payment')
      return {
        route: 'recordPayment',
        body: { amount, day, method: 'cash', note: null, booking_id: booking, receipt: true },
      };
    if (entry === 'refund') return { route: 'recordRefund', body: { amount, day, method: 'cash', note } };
    return { route: 'recordAllowance', body: { kind: entry, amount, note } };
  };

  const asAdmin = (
    request: Exclude<Request, ParentRequest | RequestOf<'end-trials' | 'read-slot'>>,
    clock: TimedDeps['clock'],
  ): Promise<Answer> => {
    const admin = adminApi({ table, clock, userPool: poolWithoutUsers });
    const params = { classId: main.id };
    switch (request.kind) {
      case 'delete':
        return admin.call('deleteBooking', {
          params: { bookingId: request.booking },
          query: { tell: 'yes' },
        });
      case 'rename':
        return admin.call('updateBooking', {
          params: { bookingId: request.booking },
          body: { child_name: request.name, child_age: request.age },
        });
      case 'record': {
        const { route, body } = recorded(request, toCalendarDate(epoch, sampleTimeZone));
        return admin.call(route, {
          params: { parentId: request.parent },
          ...withKey(request.attempt),
          body,
        });
      }
      case 'take-back':
        return admin.call('takeBackEntry', {
          params: { parentId: request.parent },
          body: { entry: `ATTEMPT#${request.attempt}` },
        });
      case 'decide':
        return admin.call('decideLateEnding', {
          params: { bookingId: request.booking },
          body: { parent_id: request.parent, credit: request.credit },
        });
      case 'edit':
        return admin.call('updateClass', { params, body: enter(request) });
      case 'read-class':
        return admin.call('getRoster', { params });
      case 'delete-class':
        return admin.call('deleteClass', { params });
      case 'delete-account':
        return admin.call('deleteParent', { params: { parentId: request.parent } });
    }
  };

  /** The timer's clock is past the time for which the places of that day's trials are held. */
  const endTrials = async ({ day }: RequestOf<'end-trials'>): Promise<Answer | undefined> => {
    const clock = () => new Date(trialHeldUntil({ date: day }, sampleTimeZone));
    try {
      await trialEnds.perform(day, { table, clock, timeZone: sampleTimeZone });
      return { status: 204, headers: {}, body: undefined };
    } catch {
      // The timer's next run goes on with the work.
      return undefined;
    }
  };

  return ({ request, number }: Pick<Entry, 'request' | 'number'>): Promise<Answer | undefined> => {
    const clock = () => new Date(epoch.getTime() + number);
    switch (request.kind) {
      case 'book':
      case 'cancel':
      case 'move':
      case 'keep':
      case 'edit-child':
        return asParent(request.parent, request, clock);
      case 'end-trials':
        return endTrials(request);
      case 'read-slot':
        return invoke(catalogue, {
          route: 'getTimeSlot',
          params: { classId: classIdOf(request.slot), slotId: request.slot },
        });
      default:
        return asAdmin(request, clock);
    }
  };
};

export type Api = ReturnType<typeof createApi>;
