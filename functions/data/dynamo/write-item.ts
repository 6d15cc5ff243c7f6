import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from '../table.ts';
import type { Item } from './item-ref.ts';

/** What became of a single write with a condition. */
export type WriteOutcome =
  /** The item where the request asked for it (`ReturnValues`). */
  | { readonly outcome: 'done'; readonly item: Item | undefined }
  /** The condition did not hold. The stored item where the request asked for it and there is one. */
  | { readonly outcome: 'refused'; readonly item: Item | undefined };

const toOutcome = async (answer: Promise<{ Attributes?: Item | undefined }>): Promise<WriteOutcome> => {
  try {
    return { outcome: 'done', item: (await answer).Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { outcome: 'refused', item: error.Item && unmarshall(error.Item) };
  }
};

/** @throws whatever DynamoDB throws but the refusal of the condition */
export const putItem = ({ client }: Table, input: PutCommandInput): Promise<WriteOutcome> =>
  toOutcome(client.send(new PutCommand(input)));

/** @throws whatever DynamoDB throws but the refusal of the condition */
export const updateItem = ({ client }: Table, input: UpdateCommandInput): Promise<WriteOutcome> =>
  toOutcome(client.send(new UpdateCommand(input)));

/** @throws whatever DynamoDB throws but the refusal of the condition */
export const deleteItem = ({ client }: Table, input: DeleteCommandInput): Promise<WriteOutcome> =>
  toOutcome(client.send(new DeleteCommand(input)));
