import { answeredHealth } from '#shared/domain/children/health';
import { photoAnswer } from '#shared/domain/children/photos';
import type { Card, Child } from '#shared/schemas/child';
import type { UpdateCard } from '#shared/schemas/child-input';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { childKey } from '../dynamo/keys/families.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { childFromItem } from './children.ts';

/**
 * Changes the card of one child.
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
    ...setAttributes(changes),
    ConditionExpression: 'attribute_exists(PK)',
    ReturnValues: 'ALL_NEW',
  });
  return item && childFromItem(item);
};
