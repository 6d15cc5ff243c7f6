import { randomUUID } from 'node:crypto';
import { SESClient } from '@aws-sdk/client-ses';
import { familyIdOf } from '#functions/lib/ids';
import {
  has,
  type Interceptor,
  ignoring,
  inTransaction,
  leftOut,
  lost,
  rewritten,
  split,
  type TableRequest,
  textOf,
  unconditional,
  withPart,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { adultMark } from './clients.ts';
import { breaking, type Theme } from './driver.ts';
import { noteOfFiles } from './joining.ts';
import type { BookingTheme } from './workload.ts';

const isBooking = '"entity":"booking"';
const isRecord = '"entity":"ended-booking"';
const ending = inTransaction(isRecord, 'current_bookings - :one');

const isFree = 'attribute_not_exists(#PK)';

const isMail = (operation: string) => (request: TableRequest) =>
  request.operation === operation && textOf(request.input).includes('"MAIL#');

const booking = inTransaction('current_bookings + :one');
const deletion = inTransaction('current_bookings - :one');

/** Answers single reads from a cache. */
const cachedReads = (): Interceptor => {
  const answers = new Map<string, unknown>();
  return async (request, forward) => {
    if (request.operation !== 'GetItem') return forward(request.input);
    const key = textOf(request.input);
    const answer = answers.get(key) ?? (await forward(request.input));
    answers.set(key, answer);
    return answer;
  };
};

/** What the second adult books has a key of its own, as if it were of another family. */
const keyedByMember =
  (actor: () => string): Interceptor =>
  (request, forward) => {
    const isOfAdult = (each: TableRequest) => booking(each) && actor().endsWith(adultMark);
    const ownKey = withWrites(isOfAdult, (writes) =>
      writes.map((write) => {
        const { Put } = Object(write);
        if (!has(isBooking)(write)) return write;
        return { Put: { ...Put, Item: { ...Put.Item, SK: `${Put.Item.SK}#adult` } } };
      }),
    );
    return ownKey()(request, forward);
  };

const signUp = inTransaction('"entity":"registration"', '"user_id"');
const importOfRow = inTransaction('"entity":"import-row"');
const importOfNew = inTransaction('"entity":"import-row"', '"family_id"');
const importOfKnown = inTransaction('"entity":"import-row"', 'children_count');

const withNotes = withWrites(importOfRow, (writes) =>
  writes.map((write) => {
    const { Put } = Object(write);
    if (!has('"entity":"child"')(write)) return write;
    return { Put: { ...Put, Item: { ...Put.Item, medical_conditions: noteOfFiles } } };
  }),
);

const removal = inTransaction('removed_logins', '"ACCOUNT"');
const holderChange = inTransaction('"holder"', '"adult"', 'money_mails');
const beginning = inTransaction('former_members');
const bookingJoin = inTransaction(isBooking, '"Delete"', '"LEDGERS"');
const resetOfHolder = inTransaction('#invited_by = :if_invited_by');
const isAccountItem = has('"SK":"ACCOUNT"');

/** An account acts for the family in which it was seen first: whether it is a member is not asked again. */
const everMember = (): Interceptor => {
  const first = new Map<string, unknown>();
  return async (request, forward) => {
    const answer = await forward(request.input);
    const { PK, SK } = Object(Reflect.get(request.input, 'Key'));
    const { Item } = Object(Object(answer).output);
    if (request.operation !== 'GetItem' || SK !== 'ACCOUNT' || !Item) return answer;
    const family_id = first.get(PK) ?? Item.family_id;
    first.set(PK, family_id);
    if (Reflect.has(request.input, 'ProjectionExpression')) Item.family_id = family_id;
    return answer;
  };
};

/** The links that end are those of the other adult of the family. */
const linksOfOther = (): Interceptor => {
  const others = new Map<string, string>();
  return async (request, forward) => {
    const isOfLinks = request.operation === 'Query' && textOf(request.input).includes('TOKENS#');
    const isOfFeed = request.operation === 'DeleteItem' && textOf(request.input).includes('FEED');
    if (isOfLinks || isOfFeed) {
      for (const [one, other] of others)
        if (textOf(request.input).includes(one)) return rewritten(() => true, one, other)()(request, forward);
    }
    const answer = await forward(request.input);
    const { members } = Object(Object(Object(answer).output).Item);
    const [one, other] = Object.keys(Object(members));
    if (one && other) others.set(one, other).set(other, one);
    return answer;
  };
};

/** Both adults have one role: that of the holder. */
const oneRole = withWrites(holderChange, (writes) =>
  writes.map((write) => {
    const { Update } = Object(write);
    const values = Object.entries(Object(Update?.ExpressionAttributeValues));
    if (!values.some(([name]) => name.startsWith(':set'))) return write;
    const same = values.map(([name, value]) => [
      name,
      name.startsWith(':set') && value === 'adult' ? 'holder' : value,
    ]);
    return { Update: { ...Update, ExpressionAttributeValues: Object.fromEntries(same) } };
  }),
);

export const mutants: Readonly<Record<BookingTheme, Theme['mutants']>> = {
  rush: {
    'a booking ends twice': unconditional(ending),
    'an ending is not recorded': leftOut(ending, has(isRecord)),
    'the end of a booking is not credited': rewritten(ending, 'credited :credit', 'uncredited :credit'),
    'a send lease is taken twice': ignoring(isMail('PutItem'), isFree),
    'a send lease is not released': lost(isMail('DeleteItem')),
    'a sent message is not recorded': lost(isMail('UpdateItem')),
    'the SDK sends mail again': {
      ses: () => new SESClient({ maxAttempts: 3, requestHandler: { httpAgent: { keepAlive: false } } }),
    },
    'failed messages are not reported': {
      mailer: (mailer) => async (records) => {
        await mailer(records);
        return { batchItemFailures: [] };
      },
    },
    'a full slot takes a booking': rewritten(booking, ' AND current_bookings < max_capacity', ''),
    'a booking is written over another': ignoring(booking, isFree),
    'a booking is not counted': rewritten(
      booking,
      'current_bookings = current_bookings + :one',
      'uncounted = :one',
    ),
    'a booking is not charged': rewritten(booking, 'charged = charged + :amount', 'uncharged = :amount'),
    'a deletion does not lower the counter': rewritten(
      deletion,
      'SET current_bookings = current_bookings - :one, ',
      'SET ',
    ),
    'a deletion does not lower the revenue': rewritten(
      deletion,
      'revenue = revenue - :amount',
      'forgotten = :amount',
    ),
    'a booking is not one transaction': split(booking),
    'reads come from a cache': cachedReads,
    'a booking is confirmed and not stored': lost(booking, 3),
    'a booking is repeated without its key': {
      retryOf: (request) =>
        request.kind === 'book'
          ? { ...request, idempotencyKey: idempotencyKeySchema.parse(randomUUID()) }
          : request,
    },
  },
  adults: {
    'a member acts for a family of its own': {
      rule: 'a refusal has a reason',
      familyOf: async (_, userId) => familyIdOf(userId),
    },
    'each adult books the same child': breaking('a child has a place once', keyedByMember),
  },
  joining: {
    'a sign-up takes the address of an imported family': breaking(
      'an address has one family',
      unconditional(signUp),
    ),
    'an import takes the address of an account': breaking(
      'an address has one family',
      unconditional(importOfNew),
    ),
    'a sign-up registers no address': breaking(
      'an address has one family',
      leftOut(signUp, has('"entity":"registration"')),
    ),
    'an import answers for the family': breaking('a note is the answer of the family', withNotes),
    'two files add the same child': breaking('a child is in a family once', unconditional(importOfKnown)),
    'who was a member once stays one': breaking('a link works for a member alone', everMember),
    'who leaves keeps the family': breaking(
      'accounts and families name each other',
      leftOut(removal, isAccountItem),
    ),
    'who leaves stays among the members': breaking(
      'accounts and families name each other',
      leftOut(removal, has('removed_logins')),
    ),
    'a change of the holder makes both the holder': breaking(
      'a family has one holder and one other adult at most',
      oneRole,
    ),
    'the links of the other adult end': breaking('a link works for a member alone', linksOfOther),
    'a member of a joined family stays where it was': breaking(
      'accounts and families name each other',
      leftOut(beginning, isAccountItem),
    ),
    'the sums of a joined family stay behind': breaking(
      'a joined family has the sums of both',
      withWrites(beginning, (writes) => writes.map(withPart('ExpressionAttributeValues', ':add_charged', 0))),
    ),
    'a join leaves a booking behind': breaking(
      'nothing names a family that was joined',
      leftOut(bookingJoin, has('"Delete"')),
    ),
    'the emails about money go to who left': breaking(
      'the emails about money go to a member',
      rewritten(removal, ', #money_mails', ''),
    ),
    'a reset leaves the invitation': breaking('a reset ends the invitation', lost(resetOfHolder)),
  },
};
