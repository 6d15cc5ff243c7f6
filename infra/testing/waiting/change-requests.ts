import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Carried } from './linearize.ts';

/** Changes the writes of a transaction. */
export type Mutation = (writes: readonly unknown[]) => readonly unknown[];

export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** Lets requests of a client fail, or lose their answers, and changes the writes of transactions. */
export const changeRequests = (client: DynamoDBDocumentClient) => {
  let isFaulty = () => false;
  let mutations: readonly Mutation[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (mutations.length > 0 && commandName === 'TransactWriteItemsCommand') {
          const { TransactItems } = Object(args.input);
          Object.assign(args.input, {
            TransactItems: mutations.reduce((writes, mutation) => mutation(writes), TransactItems),
          });
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
