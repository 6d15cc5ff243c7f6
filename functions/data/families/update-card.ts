import { answeredHealth } from '#shared/domain/children/health';
import { photoAnswer } from '#shared/domain/children/photos';
import type { Card, Child } from '#shared/schemas/child';
import type { UpdateCard } from '#shared/schemas/child-input';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { childKey } from '../dynamo/keys/families.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { childFromItem } from './children.ts';

/**
 * Changes the card of one child, which is kept then (SEE-03).
 * @returns the child afterwards; undefined where the family has none of this id
 */
export const updateCard = async (
  table: Table,
  { parentId, childId }: { readonly parentId: UserId; readonly childId: ChildId },
  { health, contacts, photos_school, photos_web, confirmed }: UpdateCard,
  at: Instant,
): Promise<Child | undefined> => {
  const changes: Partial<Card> = {
    ...(health && answeredHealth(health, at)),
    ...(contacts && { contacts }),
    ...(photos_school !== undefined && { photos_school: photoAnswer(photos_school, at, parentId) }),
    ...(photos_web !== undefined && { photos_web: photoAnswer(photos_web, at, parentId) }),
    ...(confirmed && { card_confirmed_at: at }),
  };
  const { item } = await updateItem(table, {
    TableName: table.name,
    Key: childKey(parentId, childId),
    ...setAttributes(changes, ['card_goes_on']),
    ConditionExpression: 'attribute_exists(PK)',
    ReturnValues: 'ALL_NEW',
  });
  return item && childFromItem(item);
};

/** Notes when the notes and contacts of a child go. Refused where the child was removed. */
export const cardGoesOn = (table: Table, { parent_id, id }: Child, day: CalendarDate): Write => ({
  Update: {
    TableName: table.name,
    Key: childKey(parent_id, id),
    UpdateExpression: 'SET card_goes_on = :day',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: { ':day': day },
  },
});

/** Removes the notes and contacts of a child, unless its family has kept them since it was read. */
export const eraseCard = async (table: Table, { parent_id, id, card_goes_on }: Child): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: childKey(parent_id, id),
    UpdateExpression:
      'SET medical_conditions = :none, health_answer = :none, contacts = :nobody REMOVE card_goes_on',
    ConditionExpression: 'card_goes_on = :day',
    ExpressionAttributeValues: { ':none': null, ':nobody': [], ':day': card_goes_on },
  });
};
