import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '#shared/booking/booking';
import { balanceOf } from '#shared/ledger/balance';
import type { ChildId, FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { Cents, Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { attemptMark, familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import { changeCount, changeHourOf, type FamilyChange, hasChangedEnough, hourOf } from './changes.ts';
import { addPlans, type PlannedBooking } from './due-plans.ts';
import { type FamilyLedger, type FamilyPlace, placeMark, placesAsRead } from './ledger.ts';

type Versions = Pick<FamilyLedger, 'child_versions'>;

/**
 * Raises the version of children who get sessions, as parts of an `Update`: refused where one of them got others since the
 * ledger was read. So what was compared with a child's other sessions holds (BSK-04). Places of siblings do not matter.
 * @param ledger as read; without it, nothing was compared
 */
export const raiseVersions = (childIds: readonly ChildId[], ledger: Versions | undefined) => {
  const versions = childIds.map((id) => ledger?.child_versions[id]);
  const conditionOf = (version: number | undefined, n: number): string =>
    version === undefined
      ? ` AND attribute_not_exists(child_versions.#child${n})`
      : ` AND child_versions.#child${n} = :version${n}`;
  return {
    condition: ledger ? versions.map(conditionOf).join('') : '',
    set: childIds.map(
      (_, n) => `child_versions.#child${n} = if_not_exists(child_versions.#child${n}, :unbooked) + :raised`,
    ),
    names: Object.fromEntries(childIds.map((id, n) => [`#child${n}`, id])),
    values: {
      ':unbooked': 0,
      ':raised': 1,
      ...Object.fromEntries(
        versions.flatMap((version, n) => (version === undefined ? [] : [[`:version${n}`, version]])),
      ),
    },
  };
};

/** Whether children have the versions that they had in another read of the ledger. */
export const haveSameVersions = (one: Versions, other: Versions, childIds: readonly ChildId[]): boolean =>
  childIds.every((id) => one.child_versions[id] === other.child_versions[id]);

/** The write that raises the version of a child whose trial moves; refused as `raiseVersions` says. */
export const versionRaise = (table: Table, familyId: FamilyId, childId: ChildId, ledger: Versions): Write => {
  const { condition, set, names, values } = raiseVersions([childId], ledger);
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(familyId),
      ConditionExpression: `attribute_exists(PK)${condition}`,
      UpdateExpression: `SET ${set.join(', ')}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
};

/** A child by the name that a booking gives it. */
type NamedChild = Pick<Booking, 'child_id' | 'child_name'>;

/** The present name of a child: that of the ledger where the child was renamed, otherwise the one that was read. */
export const presentName = (
  ledger: Pick<FamilyLedger, 'renamed_children'> | undefined,
  { child_id, child_name }: NamedChild,
): string => ledger?.renamed_children[child_id] ?? child_name;

/** Whether children have the names that bookings give them. */
export const haveNames = (ledger: FamilyLedger, children: readonly NamedChild[]): boolean =>
  children.every((child) => presentName(ledger, child) === child.child_name);

/** The condition on a ledger that children have the names that bookings give them (KID-01). */
const namesArePresent = (children: readonly NamedChild[]) => ({
  condition: children
    .map(
      (_, n) =>
        `(attribute_not_exists(renamed_children.#child${n}) OR renamed_children.#child${n} = :name${n})`,
    )
    .join(' AND '),
  names: Object.fromEntries(children.map(({ child_id }, n) => [`#child${n}`, child_id])),
  values: Object.fromEntries(children.map(({ child_name }, n) => [`:name${n}`, child_name])),
});

/**
 * What notes the names that children got, as parts of an `Update`. Refused where the family made a booking since its ledger
 * was read: one that was not found then would keep the old name. The hour and its count change with every booking, and never
 * return.
 */
const renaming = (
  { counted_hour, hour_bookings, renamed_children }: FamilyLedger,
  renamed: FamilyLedger['renamed_children'],
) => ({
  condition: [
    '',
    '(attribute_not_exists(counted_hour) OR (counted_hour = :hour AND hour_bookings = :made))',
    '(attribute_not_exists(renamed_children) OR renamed_children = :seen)',
  ].join(' AND '),
  set: ['renamed_children = :renamed'],
  values: { ':hour': counted_hour, ':made': hour_bookings, ':seen': renamed_children, ':renamed': renamed },
});

/**
 * The write of a change of a family's children, with the names that they got. A change that counts is refused where the family
 * may make no other in the hour; one that does not, as `renaming` is in any case.
 */
export const changedChildrenUpdate = (
  table: Table,
  familyId: FamilyId,
  ledger: FamilyLedger,
  { at, isCounted, renamed }: FamilyChange & { readonly renamed: FamilyLedger['renamed_children'] },
): Write => {
  const count = changeCount(ledger, { at, isCounted });
  const isUnchanged = isDeepStrictEqual(renamed, ledger.renamed_children);
  const names = isCounted && isUnchanged ? { condition: '', set: [], values: {} } : renaming(ledger, renamed);
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(familyId),
      ConditionExpression: `attribute_exists(PK)${names.condition}${count.condition}`,
      UpdateExpression: `SET ${[...names.set, ...count.set].join(', ')}`,
      ExpressionAttributeValues: { ...names.values, ...count.values },
    },
  };
};

/** A booking as a ledger counts it. */
interface ChargedBooking {
  readonly parent_id: FamilyId;
  /** Of all places together. */
  readonly amount: Cents;
  readonly created_at: Instant;
  /** Its places, with the names of their children and the due dates of each. */
  readonly bookings: readonly (NamedChild & FamilyPlace & PlannedBooking)[];
  /** Of a trial: its mark. */
  readonly trial?: string;
  readonly idempotency_key: IdempotencyKey;
}

/** Names the trial of a child in a class. */
export const trialMark = ({ class_id, child_id }: Pick<Booking, 'class_id' | 'child_id'>): string =>
  `${class_id}#${child_id}`;

/**
 * A booking counts among the bookings of the hour, and each of its places as a change. The conditions of the cases exclude
 * each other, so that the counts are exact whichever case was read before. Clocks differ: a booking whose hour another one has
 * ended counts in the later hour.
 */
const hourCount = {
  new: {
    condition:
      '(attribute_not_exists(counted_hour) OR counted_hour < :hour) AND (attribute_not_exists(changes_hour) OR changes_hour < :hour)',
    update: 'counted_hour = :hour, hour_bookings = :places, changes_hour = :hour, hour_changes = :places',
    values: () => ({}),
  },
  changed: {
    condition:
      '(attribute_not_exists(counted_hour) OR counted_hour < :hour) AND changes_hour >= :hour AND hour_changes <= :mostChanges',
    update: 'counted_hour = :hour, hour_bookings = :places, hour_changes = hour_changes + :places',
    values: (places: number) => ({ ':mostChanges': limits.changesPerHour - places }),
  },
  same: {
    // A ledger has no changes where its bookings of the hour were made before these counted as changes.
    condition:
      'counted_hour >= :hour AND hour_bookings <= :most AND (attribute_not_exists(hour_changes) OR hour_changes <= :mostChanges)',
    update:
      'hour_bookings = hour_bookings + :places, hour_changes = if_not_exists(hour_changes, :none) + :places',
    values: (places: number) => ({
      ':none': 0,
      ':most': limits.bookingsPerHour - places,
      ':mostChanges': limits.changesPerHour - places,
    }),
  },
} as const;

/** Whether a booking is the first change of its hour, the first booking after other changes, or a further booking. */
export type HourCase = keyof typeof hourCount;

/** Whether the booking of an attempt ended. */
export const hasEnded = (
  { ended_attempts }: Pick<FamilyLedger, 'ended_attempts'>,
  attempt: IdempotencyKey,
): boolean => ended_attempts.has(attemptMark(attempt));

type CountsOfHour = Pick<FamilyLedger, 'counted_hour' | 'hour_bookings' | 'changes_hour' | 'hour_changes'>;

/** Which limit of the hour of a moment keeps a family from booking some more places. */
export const reachedLimit = (
  ledger: CountsOfHour,
  at: Instant,
  places: number,
): 'bookings' | 'changes' | undefined => {
  const { counted_hour, hour_bookings } = ledger;
  if (counted_hour >= hourOf(at) && hour_bookings > limits.bookingsPerHour - places) return 'bookings';
  return hasChangedEnough(ledger, at, places) ? 'changes' : undefined;
};

/** The case of a booking made at a moment; of an unknown ledger, the first. */
export const hourCaseOf = (
  ledger: Pick<FamilyLedger, 'counted_hour' | 'changes_hour'> | undefined,
  at: Instant,
): HourCase => {
  if (!ledger) return 'new';
  if (ledger.counted_hour >= hourOf(at)) return 'same';
  return changeHourOf(ledger, at) === 'new' ? 'new' : 'changed';
};

export interface ChargeOptions {
  readonly hour: HourCase;
  readonly recounted: number | undefined;
  /** As read; without it, nothing was compared with other bookings. */
  readonly ledger: FamilyLedger | undefined;
  /** Whether the write is refused where the upper bound of live bookings would exceed the limit (BOK-52). */
  readonly limitsLive?: boolean;
  /** Whether the write is refused for a family that was charged before: without its balance, since when it owes is unknown. */
  readonly onlyFirst?: boolean;
  /** Whether the write is refused where the family's places are not those of `ledger`. */
  readonly keepsPlaces?: boolean;
}

/** What a write requires that keeps the upper bound of live bookings within the limit. */
const liveLimit = (places: number) => ({
  condition: ' AND live_bookings_at_most <= :mostLive',
  values: { ':mostLive': limits.liveBookings - places },
});

/** What only a trial requires and changes. */
const trialCount = (trial: string | undefined) =>
  trial === undefined
    ? { condition: '', update: '', values: {} }
    : {
        condition: ' AND NOT contains(trials, :trial)',
        update: ', trials :trials',
        values: { ':trial': trial, ':trials': new Set([trial]) },
      };

/** The first moment, or the first date, on which one of some bookings is due. */
const dueFrom = (bookings: readonly Pick<Booking, 'due_dates'>[], created_at: Instant): string =>
  bookings.map(({ due_dates }) => due_dates?.[0] ?? created_at).toSorted(ascending)[0] ?? created_at;

/**
 * Since when a family owes that is charged for bookings made at a moment: from their first date on where it owes nothing, or
 * nothing before that date. As a value and an expression of it.
 */
export const openSince = (
  ledger: FamilyLedger | undefined,
  bookings: readonly Pick<Booking, 'due_dates'>[],
  created_at: Instant,
) => {
  const since = dueFrom(bookings, created_at);
  const isFirst = ledger !== undefined && (balanceOf(ledger) <= 0 || since < (ledger.open_since ?? ''));
  return { expression: isFirst ? ':since' : 'if_not_exists(open_since, :since)', value: { ':since': since } };
};

/**
 * The write that counts and charges a booking. Refused where the family is being deleted or has no ledger, where the
 * attempt's booking ended, where a child has another name by now, where the child has had a trial in the class and this is
 * one, where the family has made as many bookings or changes in this hour as it may, where `hour` is not the case, with
 * `limitsLive` where it may hold too many live bookings, with `onlyFirst` where it was charged before, with `keepsPlaces`
 * where its places changed, and with a `ledger` where a child got other sessions: the refusal holds the ledger.
 * @param charge.recounted the number of live bookings before this one, where it was counted
 * @param charge.ledger the ledger as read, where it was: a family that owes nothing owes from this booking on
 */
export const chargeUpdate = (
  table: Table,
  { parent_id, amount, created_at, bookings, trial: mark, idempotency_key }: ChargedBooking,
  { hour, recounted, ledger, limitsLive = false, onlyFirst = false, keepsPlaces = false }: ChargeOptions,
): Write => {
  const { condition, update, values } = hourCount[hour];
  const places = bookings.length;
  const present = namesArePresent(bookings);
  const read = keepsPlaces && ledger ? placesAsRead(ledger) : { condition: '', values: {} };
  const versions = raiseVersions(
    bookings.map(({ child_id }) => child_id),
    ledger,
  );
  const trial = trialCount(mark);
  const live = limitsLive ? liveLimit(places) : { condition: '', values: {} };
  const since = openSince(ledger, bookings, created_at);
  const plans = addPlans(bookings, created_at, ledger);
  const remove = plans.remove.length > 0 ? ` REMOVE ${plans.remove.join(', ')}` : '';
  const first = onlyFirst ? ' AND attribute_not_exists(open_since)' : '';
  const liveBookings = recounted === undefined ? 'live_bookings_at_most' : ':recounted';
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(parent_id),
      ConditionExpression: `attribute_exists(PK) AND attribute_not_exists(closing) AND NOT contains(ended_attempts, :attempt) AND ${present.condition} AND ${condition}${trial.condition}${live.condition}${first}${read.condition}${versions.condition}`,
      UpdateExpression: `SET ${[
        update,
        'charged = charged + :amount',
        `live_bookings_at_most = ${liveBookings} + :places`,
        `open_since = ${since.expression}`,
        ...plans.set,
        ...versions.set,
      ].join(', ')}${remove} ADD places :taken${trial.update}`,
      ExpressionAttributeNames: { ...present.names, ...plans.names },
      ExpressionAttributeValues: {
        ...present.values,
        ':hour': hourOf(created_at),
        ':amount': amount,
        ':places': places,
        ...since.value,
        ...plans.values,
        ':attempt': attemptMark(idempotency_key),
        ...values(places),
        ...trial.values,
        ...live.values,
        ...read.values,
        ...versions.values,
        ':taken': new Set(bookings.map(placeMark)),
        ...(recounted !== undefined && { ':recounted': recounted }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};
