import type { CancellingRule } from './check.ts';
import type { Interceptor, TableRequest } from './requests.ts';

/** A defect of the product's requests to the table. */
interface CancellingMutant {
  readonly name: string;
  /** The promise that it must break. */
  readonly rule: CancellingRule;
  readonly intercept: Interceptor;
}

const textOf = ({ input }: TableRequest): string => JSON.stringify(input);

/** The writes of a transaction. */
const writesOf = ({ input }: TableRequest): readonly object[] => {
  const writes: unknown = Reflect.get(input, 'TransactItems');
  return Array.isArray(writes) ? writes : [];
};

const isCredit = (write: object): boolean => /"kind":"credit"/.test(JSON.stringify(write));
const isClaim = (write: object): boolean => /":to":"sending"/.test(JSON.stringify(write));
const isCounter = (write: object): boolean => /"kind":"counter"/.test(JSON.stringify(write));

/** Lets the writes of some transactions be executed whatever is stored. */
const withoutConditions =
  (isTarget: (write: object) => boolean): Interceptor =>
  (request, forward) => {
    const { input } = request;
    if (!writesOf(request).some(isTarget)) return forward(input);
    const TransactItems = writesOf(request).map((write) => {
      const [kind = '', content] = Object.entries(write)[0] ?? [];
      const { ConditionExpression, ...rest } = Object(content);
      if (kind !== 'Update') return { [kind]: rest };
      // DynamoDB requires that every placeholder is used.
      return { Update: { ...rest, ConditionExpression: `(${ConditionExpression}) OR attribute_exists(PK)` } };
    });
    return forward({ ...input, TransactItems });
  };

/** Answers some requests as done without executing them. */
const lost =
  (isTarget: (request: TableRequest) => boolean): Interceptor =>
  (request, forward) =>
    isTarget(request) ? Promise.resolve({ output: {}, response: undefined }) : forward(request.input);

export const cancellingMutants: readonly CancellingMutant[] = [
  {
    name: 'the messenger sends twice',
    rule: 'an email is sent once',
    intercept: withoutConditions(isClaim),
  },
  {
    name: 'a step credits twice',
    rule: 'the credited sum is that of the entries',
    intercept: withoutConditions(isCredit),
  },
  {
    name: 'a step of credits is lost',
    rule: 'a credit is given once for each booking and cancellation',
    intercept: lost((request) => writesOf(request).some(isCredit)),
  },
  {
    name: 'bringing back leaves the credits',
    rule: 'a session that was brought back has no credit',
    intercept: lost((request) => writesOf(request).some(isCounter)),
  },
  {
    name: 'trials stay where they are',
    rule: 'no trial is in a cancelled session',
    intercept: lost((request) => textOf(request).includes('moved_by')),
  },
  {
    name: 'the timer starts no message again',
    rule: 'every message is done',
    intercept: lost((request) => textOf(request).includes('GSI1SK = :seen')),
  },
];
