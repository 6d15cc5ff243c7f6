import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Carried } from './waiting-slot.ts';

/** A text of expressions, and what it is replaced by. */
export type Mutation = readonly [from: string, to: string];

class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

const mutate = (value: unknown, [from, to]: Mutation): unknown => {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((part) => mutate(part, [from, to]));
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mutate(part, [from, to])]));
};

/** Lets requests of a client fail, or lose their answers, and changes the expressions of transactions. */
export const changeRequests = (client: DynamoDBDocumentClient) => {
  let isFaulty = () => false;
  let mutations: readonly Mutation[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (mutations.length > 0 && commandName === 'TransactWriteItemsCommand') {
          const { TransactItems } = Object(args.input);
          Object.assign(args.input, { TransactItems: mutations.reduce<unknown>(mutate, TransactItems) });
        }
        if (isFaulty()) throw new InjectedFault('The request failed');
        const answer = await next(args);
        if (isFaulty()) throw new InjectedFault('The answer was lost');
        return answer;
      },
    { step: 'initialize', name: 'changeRequests' },
  );
  return {
    withFaults: async <Result>(faulty: () => boolean, work: () => Promise<Result>): Promise<Result> => {
      isFaulty = faulty;
      try {
        return await work();
      } finally {
        isFaulty = () => false;
      }
    },
    withMutations: async <Result>(
      changed: readonly Mutation[],
      work: () => Promise<Result>,
    ): Promise<Result> => {
      mutations = changed;
      try {
        return await work();
      } finally {
        mutations = [];
      }
    },
    /** The outcome of work that a fault ended. @throws any other error */
    unknownAfterFault: (error: unknown): Carried => {
      if (error instanceof InjectedFault) return 'unknown';
      throw error;
    },
  };
};
