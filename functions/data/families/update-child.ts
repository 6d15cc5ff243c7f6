import { childNameKey } from '#shared/domain/children/child-name';
import { answeredHealth, hasHealthInput, isHealthAnswered } from '#shared/domain/children/health';
import { limits } from '#shared/limits';
import type { Child, Health } from '#shared/schemas/child';
import type { NewChild } from '#shared/schemas/child-input';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { bookingWithId, type StoredBooking } from '../bookings/bookings.ts';
import { childKey } from '../dynamo/keys/families.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import type { Table } from '../table.ts';
import { type ChangeChildrenOutcome, changeChildren } from './change-children.ts';

/**
 * Concurrent requests may exceed the limit of live bookings by a few. A transaction holds 100 writes: search words need many
 * of them.
 */
const maxRenamed = limits.liveBookings + 10;

type ChangedFields = Pick<Child, 'name' | 'date_of_birth'> & Health;

const childUpdate = (table: Table, { parent_id, id }: Child, fields: ChangedFields): Write => ({
  Update: {
    TableName: table.name,
    Key: childKey(parent_id, id),
    ...setAttributes({ ...fields }),
    ConditionExpression: 'attribute_exists(PK)',
  },
});

const rename = (table: Table, booking: StoredBooking, name: string): Write => {
  const { ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  return {
    Update: {
      ...named,
      UpdateExpression: 'SET child_name = :name',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':name': name },
    },
  };
};

interface Refusal {
  readonly outcome: 'no-child' | 'same-name' | 'no-answer';
}

/**
 * Changes a child of one family (KID-01). Its bookings get the new name in the same transaction, and keep the age they were
 * made with; ended bookings stay as they were agreed.
 * @returns `no-answer` where the child's health was answered and the change has no answer
 */
export const updateChild = (
  table: Table,
  parentId: UserId,
  childId: ChildId,
  { name, date_of_birth, ...health }: NewChild,
  at: Instant,
): Promise<ChangeChildrenOutcome<Refusal>> =>
  changeChildren<Refusal>(table, parentId, at, async ({ children, bookings }) => {
    const child = children.find(({ id }) => id === childId);
    if (!child) return { outcome: 'no-child' };
    const key = childNameKey(name);
    const isTaken = children.some((other) => other.id !== childId && childNameKey(other.name) === key);
    if (isTaken) return { outcome: 'same-name' };
    if (isHealthAnswered(child) && !hasHealthInput(health)) return { outcome: 'no-answer' };
    const fields = { name, date_of_birth, ...answeredHealth(health, at, child) };
    const renamed =
      child.name === name ? [] : bookings.filter(({ child_id }) => child_id === childId).slice(0, maxRenamed);
    const ids = new Set(renamed.map(({ id }) => id));
    return {
      children: children.map((one) => (one.id === childId ? { ...one, ...fields } : one)),
      bookings: bookings.map((one) => (ids.has(one.id) ? { ...one, child_name: name } : one)),
      writes: [childUpdate(table, child, fields), ...renamed.map((booking) => rename(table, booking, name))],
    };
  });
