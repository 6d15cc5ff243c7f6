import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** What befalls one call to AWS, all the SDK's own retries included. */
export type Fault =
  /** It is not carried out. */
  | 'fails'
  /** It is carried out, but its answer does not arrive. */
  | 'loses-answer';

/** What a function meets whose call failed. */
class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** Which call meets which fault, counted from 0. */
export type FaultPlan = ReadonlyMap<number, Fault>;

interface Run<Result> {
  /** What the work gave, or undefined where a fault ended it. */
  readonly result: Result | undefined;
  /** The operations that were called, in their order: `SignUp`, `TransactWriteItems` … */
  readonly calls: readonly string[];
}

export interface CallFaults {
  /** Runs work under a plan. Nothing else may use the clients meanwhile. */
  run<Result>(plan: FaultPlan, work: () => Promise<Result>): Promise<Run<Result>>;
}

/** Watches the calls of some clients, and lets them fail by plan. */
export const watchCalls = (
  table: DynamoDBDocumentClient,
  users: CognitoIdentityProviderClient,
): CallFaults => {
  let calls: string[] = [];
  let plan: FaultPlan = new Map();

  const meet = async <Output>(commandName: string, call: () => Promise<Output>): Promise<Output> => {
    const fault = plan.get(calls.push(commandName.replace(/Command$/, '')) - 1);
    if (fault === undefined) return call();
    // An answer that is lost may as well have been a refusal.
    if (fault === 'loses-answer') await call().catch(() => {});
    throw new InjectedFault();
  };
  const options = { step: 'initialize', name: 'callFaults' } as const;
  table.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        meet(commandName, () => next(args)),
    options,
  );
  users.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        meet(commandName, () => next(args)),
    options,
  );

  return {
    run: async (faults, work) => {
      calls = [];
      plan = faults;
      try {
        return { result: await work(), calls: [...calls] };
      } catch (error) {
        if (error instanceof InjectedFault) return { result: undefined, calls: [...calls] };
        throw error;
      } finally {
        plan = new Map();
      }
    },
  };
};
