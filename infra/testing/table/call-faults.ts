import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The fault of one call to AWS, with all of the SDK's retries. */
export type Fault =
  /** The call is not executed. */
  | 'fails'
  /** The call is executed, but its answer does not arrive. */
  | 'loses-answer';

/** The error of a failed call. */
class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** Faults by the number of the call, from 0. */
export type FaultPlan = ReadonlyMap<number, Fault>;

interface Run<Result> {
  /** The result of the work, or undefined if a fault ended it. */
  readonly result: Result | undefined;
  /** The called operations in order: `SignUp`, `TransactWriteItems` … */
  readonly calls: readonly string[];
}

export interface CallFaults {
  /** Runs work with faults. Nothing else may use the clients meanwhile. */
  run<Result>(plan: FaultPlan, work: () => Promise<Result>): Promise<Run<Result>>;
}

/** Records the calls of clients, and injects faults. */
export const watchCalls = (
  table: DynamoDBDocumentClient,
  users: CognitoIdentityProviderClient,
): CallFaults => {
  let calls: string[] = [];
  let plan: FaultPlan = new Map();

  const meet = async <Output>(commandName: string, call: () => Promise<Output>): Promise<Output> => {
    const fault = plan.get(calls.push(commandName.replace(/Command$/, '')) - 1);
    if (fault === undefined) return call();
    // The lost answer may also have been an error.
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
