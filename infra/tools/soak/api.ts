import { memberships } from '#functions/accounts/accounts';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { familyOperations } from '#functions/entries/family-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { newFamilyId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { sampleClass, sampleTimeZone } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { bookingTerms } from '#shared/booking/booking-terms';
import type { FootballClass } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { type FamilyId, idempotencyKeyHeader, type SlotId, type UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { createJoining } from './joining.ts';
import type { BookRequest, By, Entry, ShownTerms } from './requests.ts';

export interface School {
  /** Noon (UTC), so that sessions of every day are equally far away. Request n of a run runs n milliseconds later. */
  readonly epoch: Date;
  readonly cls: FootballClass;
}

/** The class begins in three days, so that its bookings can be ended free of charge. */
export const newSchool = (now: Date, capacities: readonly number[]): School => {
  const epoch = new Date(now);
  epoch.setUTCHours(12, 0, 0, 0);
  const start_date = addDays(businessMoment(epoch, sampleTimeZone).today, 3);
  const overrides = { start_date, end_date: addDays(start_date, 56), created_at: instantOf(epoch) };
  return { epoch, cls: sampleClass({ now: epoch, capacities, overrides }) };
};

export const shownTerms = ({ cls, epoch }: School, id: SlotId, isTrial: boolean): ShownTerms => {
  const slot = cls.time_slots.find((one) => one.id === id);
  const shown = slot && bookingTerms(cls, slot, isTrial, businessMoment(epoch, sampleTimeZone));
  if (!shown) throw new Error('The class of a run has sessions to come');
  const { amount, trial_date, calendar_version } = shown;
  return { amount, trial_date, calendar_version };
};

interface Adults {
  readonly accountOf: (parent: FamilyId, by: Exclude<By, 'office'>) => UserId;
  readonly familyOf: (table: Table, userId: UserId) => Promise<FamilyId | undefined>;
}

/** The family that an adult had alone, which is gone. */
const formerFamily = newFamilyId(new Date(0));

/** Requests about one school. Each has its own clock, so that the id of what it creates carries its number as its time. */
export const createApi = (
  table: Table,
  { epoch, cls }: School,
  join: ReturnType<typeof createJoining>,
  { accountOf, familyOf }: Adults,
) => {
  const timeZone = sampleTimeZone;
  const catalogue = createHandler(catalogueRoutes, catalogueOperations, { table, timeZone });

  const book = (request: BookRequest, number: number, clock: () => Date): Promise<Answer> => {
    const { by, parent, slot, child, is_trial, terms, idempotencyKey } = request;
    const body = { class_id: cls.id, time_slot_id: slot, child_id: child, is_trial, ...terms };
    const headers = { [idempotencyKeyHeader.toLowerCase()]: idempotencyKey };
    if (by === 'office')
      return adminApi({ table, clock }).call('bookForFamily', {
        ...{ params: { parentId: parent }, headers, body: { order: body, above_capacity: null } },
      });
    const handler = createHandler(
      familyRoutes,
      familyOperations,
      { table, clock, timeZone },
      { memberships: { ...memberships(table), familyOf: (userId) => familyOf(table, userId) } },
    );
    // The token of an adult who has just joined names the family before.
    const familyId = by === 'holder' || number % 2 === 0 ? parent : formerFamily;
    return invoke(handler, { route: 'bookSlot', headers, body, userId: accountOf(parent, by), familyId });
  };

  return ({ request, number }: Pick<Entry, 'request' | 'number'>): Promise<Answer> => {
    const clock = () => new Date(epoch.getTime() + number);
    switch (request.kind) {
      case 'book':
        return book(request, number, clock);
      case 'delete': {
        const params = { bookingId: request.booking };
        return adminApi({ table, clock }).call('deleteBooking', { params, query: { tell: 'yes' } });
      }
      case 'read-slot': {
        const params = { classId: cls.id, slotId: request.slot };
        return invoke(catalogue, { route: 'getTimeSlot', params });
      }
      default:
        return join(request, number);
    }
  };
};

export type Api = ReturnType<typeof createApi>;
