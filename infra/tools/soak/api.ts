import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { catalogueOperations } from '#functions/catalogue/operations';
import type { Table } from '#functions/data/table';
import { familyOperations } from '#functions/family/operations';
import { createHandler } from '#functions/http/create-handler';
import type { UserPool } from '#functions/identity/user-pool';
import { formOf } from '#infra/testing/samples/class-form';
import { sampleClass, sampleTimeZone } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { bookingTerms } from '#shared/domain/booking-terms';
import { businessMoment } from '#shared/domain/business-time';
import { addDays, toCalendarDate } from '#shared/domain/calendar';
import type { FootballClass } from '#shared/schemas/class';
import type { UpdateClass } from '#shared/schemas/class-input';
import { idempotencyKeyHeader } from '#shared/schemas/ids';
import type { Entry, Request } from './history.ts';

/** A user pool that has deleted every user: the soak is about the table. */
const poolWithoutUsers: UserPool = { id: 'none', client: new CognitoIdentityProviderClient({}) };
poolWithoutUsers.client.middlewareStack.add(() => async () => ({ response: {}, output: { $metadata: {} } }), {
  step: 'initialize',
  name: 'poolWithoutUsers',
});

type BookRequest = Extract<Request, { kind: 'book' }>;

/** A class that starts today, so that every session can be booked. */
export const newClass = (epoch: Date, capacities: readonly number[]): FootballClass => {
  const today = toCalendarDate(epoch, sampleTimeZone);
  return sampleClass({
    now: epoch,
    capacities,
    overrides: { start_date: today, end_date: addDays(today, 56) },
  });
};

/**
 * The API, for requests about one class. Each request gets its own clock, so that the id of what it creates carries the
 * request's number as its time.
 */
export const createApi = (table: Table, cls: FootballClass, epoch: Date) => {
  const catalogue = createHandler(catalogueRoutes, catalogueOperations, { table });

  /** What the booking screen shows to a client that knows this rate and this version of the calendar. */
  const shownTerms = ({ slot: id, is_trial, weekly_rate, calendar_version: known }: BookRequest) => {
    const slot = cls.time_slots.find((candidate) => candidate.id === id);
    const moment = businessMoment(epoch, sampleTimeZone);
    const terms =
      slot && bookingTerms({ ...cls, weekly_rate }, { ...slot, calendar_version: known }, is_trial, moment);
    if (!terms) throw new Error('The class of a run has sessions to come');
    const { amount, trial_date, calendar_version } = terms;
    return { amount, trial_date, calendar_version };
  };

  const book = (request: BookRequest, clock: () => Date): Promise<Answer> =>
    invoke(createHandler(familyRoutes, familyOperations, { table, clock, timeZone: sampleTimeZone }), {
      route: 'bookSlot',
      userId: request.parent,
      headers: { [idempotencyKeyHeader.toLowerCase()]: request.idempotencyKey },
      body: {
        class_id: cls.id,
        time_slot_id: request.slot,
        child_id: request.child.id,
        is_trial: request.is_trial,
        ...shownTerms(request),
      },
    });

  /** The class form as an administrator sends it: capacities and rate as entered. */
  const enter = ({ version, weekly_rate, rows }: Extract<Request, { kind: 'edit' }>): UpdateClass => {
    const { time_slots, ...form } = formOf(cls);
    const slots = new Map(time_slots.map((row) => [row.id, row]));
    return {
      ...form,
      ...{ version, weekly_rate },
      time_slots: rows.flatMap(({ slot, max_capacity }) => {
        const row = slots.get(slot);
        return row ? [{ ...row, max_capacity }] : [];
      }),
    };
  };

  return (entry: Entry): Promise<Answer> => {
    const { request, number } = entry;
    const clock = () => new Date(epoch.getTime() + number);
    const admin = adminApi({ table, clock, userPool: poolWithoutUsers });
    const params = { classId: cls.id };
    switch (request.kind) {
      case 'book':
        return book(request, clock);
      case 'delete':
        // Without an email: the checks of mail are about confirmations.
        return admin.call('deleteBooking', {
          params: { bookingId: request.booking },
          query: { tell: 'no' },
        });
      case 'rename':
        return admin.call('updateBooking', {
          params: { bookingId: request.booking },
          body: { child_name: request.name, child_age: request.age },
        });
      case 'edit':
        return admin.call('updateClass', { params, body: enter(request) });
      case 'read-slot':
        return invoke(catalogue, { route: 'getTimeSlot', params: { ...params, slotId: request.slot } });
      case 'read-class':
        return admin.call('getRoster', { params });
      case 'delete-class':
        return admin.call('deleteClass', { params });
      case 'delete-account':
        return admin.call('deleteParent', { params: { parentId: request.parent } });
    }
  };
};

export type Api = ReturnType<typeof createApi>;
