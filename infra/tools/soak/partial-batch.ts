import * as z from 'zod/mini';
import { type WireAnswer, type WireRequest, wireAnswer } from './wire.ts';

const keysSchema = z.looseObject({ Keys: z.array(z.unknown()) });
const itemsSchema = z.record(z.string(), z.union([keysSchema, z.array(z.unknown())]));
const answerSchema = z.looseObject({});

type Part = z.infer<typeof keysSchema> | unknown[];

const listOf = (part: Part): unknown[] => (Array.isArray(part) ? part : part.Keys);
const withList = (part: Part, list: unknown[]): Part =>
  Array.isArray(part) ? list : { ...part, Keys: list };

/** Executes half of a batch and reports the rest as unprocessed, as DynamoDB does with a throttled batch. */
export const executeHalf = async (
  request: WireRequest,
  execute: (request: WireRequest) => Promise<WireAnswer>,
): Promise<WireAnswer> => {
  const items = itemsSchema.parse(request.body.RequestItems);
  const halves = Object.entries(items).map(([table, part]) => {
    const list = listOf(part);
    const middle = Math.ceil(list.length / 2);
    return { table, now: withList(part, list.slice(0, middle)), left: withList(part, list.slice(middle)) };
  });
  const RequestItems = Object.fromEntries(halves.map(({ table, now }) => [table, now]));
  const answer = await execute({ ...request, body: { ...request.body, RequestItems } });
  if (answer.status !== 200) return answer;
  const left = halves.filter((half) => listOf(half.left).length > 0);
  return wireAnswer(200, {
    ...answerSchema.parse(JSON.parse(answer.body.toString())),
    [request.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems']: Object.fromEntries(
      left.map((half) => [half.table, half.left]),
    ),
  });
};
