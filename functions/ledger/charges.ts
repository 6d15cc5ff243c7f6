import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '#shared/booking/booking';
import { balanceOf } from '#shared/ledger/balance';
import type { ChildId, FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { Cents, Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { attemptRef, familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import { changeHourOf, countChange, type FamilyChange, hasReachedChangeLimit, hourOf } from './changes.ts';
import { addPlans, type PlannedBooking } from './due-plans.ts';
import { type FamilyLedger, type FamilyPlace, placeKey, requirePlacesOf } from './ledger.ts';

type Versions = Pick<FamilyLedger, 'child_versions'>;

/** Refused where a child got other sessions since `ledger` was read and compared (BSK-04). */
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

export const haveSameVersions = (one: Versions, other: Versions, childIds: readonly ChildId[]): boolean =>
  childIds.every((id) => one.child_versions[id] === other.child_versions[id]);

/** Raises the version of a child whose trial moves; refused as `raiseVersions` says. */
export const raiseVersionOfChild = (
  table: Table,
  familyId: FamilyId,
  childId: ChildId,
  ledger: Versions,
): Write => {
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

type NamedChild = Pick<Booking, 'child_id' | 'child_name'>;

/** Returns the name from the ledger where the child was renamed, else the name that was read. */
export const currentNameOf = (
  ledger: Pick<FamilyLedger, 'renamed_children'> | undefined,
  { child_id, child_name }: NamedChild,
): string => ledger?.renamed_children[child_id] ?? child_name;

export const haveCurrentNames = (ledger: FamilyLedger, children: readonly NamedChild[]): boolean =>
  children.every((child) => currentNameOf(ledger, child) === child.child_name);

const requireCurrentNames = (children: readonly NamedChild[]) => ({
  condition: children
    .map(
      (_, n) =>
        `(attribute_not_exists(renamed_children.#child${n}) OR renamed_children.#child${n} = :name${n})`,
    )
    .join(' AND '),
  names: Object.fromEntries(children.map(({ child_id }, n) => [`#child${n}`, child_id])),
  values: Object.fromEntries(children.map(({ child_name }, n) => [`:name${n}`, child_name])),
});

/** Refused where the family booked since the read, which changes the hour or its count: the booking has the old name. */
const noteNewNames = (
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

/** A counted change is refused at the limit of the hour, any other as `noteNewNames` says. */
export const changedChildrenUpdate = (
  table: Table,
  familyId: FamilyId,
  ledger: FamilyLedger,
  { at, isCounted, renamed }: FamilyChange & { readonly renamed: FamilyLedger['renamed_children'] },
): Write => {
  const count = countChange(ledger, { at, isCounted });
  const isUnchanged = isDeepStrictEqual(renamed, ledger.renamed_children);
  const names =
    isCounted && isUnchanged ? { condition: '', set: [], values: {} } : noteNewNames(ledger, renamed);
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

interface ChargedBooking {
  readonly parent_id: FamilyId;
  readonly amount: Cents;
  readonly created_at: Instant;
  /** One for each place. */
  readonly bookings: readonly (NamedChild & FamilyPlace & PlannedBooking)[];
  /** The key of a trial, absent for other bookings. */
  readonly trial?: string;
  readonly idempotency_key: IdempotencyKey;
}

export const trialKey = ({ class_id, child_id }: Pick<Booking, 'class_id' | 'child_id'>): string =>
  `${class_id}#${child_id}`;

/**
 * Counts a booking, and each place as a change. The conditions exclude each other, so the counts are exact. With different
 * clocks a booking of an earlier hour counts in the later one.
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
    // Ledgers that were stored before bookings counted as changes have no `hour_changes`.
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

/** `new` for the first change of an hour, `changed` for the first booking after other changes, `same` for further bookings. */
export type HourCase = keyof typeof hourCount;

export const hasEnded = (
  { ended_attempts }: Pick<FamilyLedger, 'ended_attempts'>,
  attempt: IdempotencyKey,
): boolean => ended_attempts.has(attemptRef(attempt));

type CountsOfHour = Pick<FamilyLedger, 'counted_hour' | 'hour_bookings' | 'changes_hour' | 'hour_changes'>;

export const reachedHourLimit = (
  ledger: CountsOfHour,
  at: Instant,
  places: number,
): 'bookings' | 'changes' | undefined => {
  const { counted_hour, hour_bookings } = ledger;
  if (counted_hour >= hourOf(at) && hour_bookings > limits.bookingsPerHour - places) return 'bookings';
  return hasReachedChangeLimit(ledger, at, places) ? 'changes' : undefined;
};

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
  readonly ledger: FamilyLedger | undefined;
  /** Refuses a booking that would raise the upper bound of live bookings above the limit (BOK-52). */
  readonly limitsLive?: boolean;
  /** Refuses a family that was charged before: without its balance, since when it owes is unknown. */
  readonly requiresFirstCharge?: boolean;
  /** Refuses where the family's places differ from those of `ledger`. */
  readonly requiresSamePlaces?: boolean;
}

const requireLiveLimit = (places: number) => ({
  condition: ' AND live_bookings_at_most <= :mostLive',
  values: { ':mostLive': limits.liveBookings - places },
});

const countTrial = (trial: string | undefined) =>
  trial === undefined
    ? { condition: '', update: '', values: {} }
    : {
        condition: ' AND NOT contains(trials, :trial)',
        update: ', trials :trials',
        values: { ':trial': trial, ':trials': new Set([trial]) },
      };

/** The moment or date of the earliest due date of the bookings. */
const firstDueOf = (bookings: readonly Pick<Booking, 'due_dates'>[], created_at: Instant): string =>
  bookings.map(({ due_dates }) => due_dates?.[0] ?? created_at).toSorted(ascending)[0] ?? created_at;

/** The start of what the family owes: `open_since` moves only where the family owed nothing, or nothing before this date. */
export const openSince = (
  ledger: FamilyLedger | undefined,
  bookings: readonly Pick<Booking, 'due_dates'>[],
  created_at: Instant,
) => {
  const since = firstDueOf(bookings, created_at);
  const isFirst = ledger !== undefined && (balanceOf(ledger) <= 0 || since < (ledger.open_since ?? ''));
  return { expression: isFirst ? ':since' : 'if_not_exists(open_since, :since)', value: { ':since': since } };
};

/**
 * Refused, with the ledger, where that is closing or absent, the attempt's booking ended, a child was renamed or had a trial in
 * the class, a limit of the hour is reached, `hour` does not apply, or a child got other sessions than in `ledger`.
 * @param charge.recounted number of live bookings before this one, if counted
 */
export const chargeUpdate = (
  table: Table,
  { parent_id, amount, created_at, bookings, trial: mark, idempotency_key }: ChargedBooking,
  {
    hour,
    recounted,
    ledger,
    limitsLive = false,
    requiresFirstCharge = false,
    requiresSamePlaces = false,
  }: ChargeOptions,
): Write => {
  const { condition, update, values } = hourCount[hour];
  const places = bookings.length;
  const present = requireCurrentNames(bookings);
  const read = requiresSamePlaces && ledger ? requirePlacesOf(ledger) : { condition: '', values: {} };
  const versions = raiseVersions(
    bookings.map(({ child_id }) => child_id),
    ledger,
  );
  const trial = countTrial(mark);
  const live = limitsLive ? requireLiveLimit(places) : { condition: '', values: {} };
  const since = openSince(ledger, bookings, created_at);
  const plans = addPlans(bookings, created_at, ledger);
  const remove = plans.remove.length > 0 ? ` REMOVE ${plans.remove.join(', ')}` : '';
  const first = requiresFirstCharge ? ' AND attribute_not_exists(open_since)' : '';
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
        ':attempt': attemptRef(idempotency_key),
        ...values(places),
        ...trial.values,
        ...live.values,
        ...read.values,
        ...versions.values,
        ':taken': new Set(bookings.map(placeKey)),
        ...(recounted !== undefined && { ':recounted': recounted }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};
