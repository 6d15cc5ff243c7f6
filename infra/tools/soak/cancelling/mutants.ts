import { endedBookingEntity } from '#functions/data/bookings/ended-bookings';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import type { CancellingRule } from './check.ts';
import type { Interceptor, TableRequest } from './requests.ts';

/** A defect of the product's requests to the table. */
interface CancellingMutant {
  readonly name: string;
  /** The invariant that it must break. */
  readonly rule: CancellingRule;
  readonly intercept: Interceptor;
}

const textOf = ({ input }: TableRequest): string => JSON.stringify(input);

/** The writes of a transaction. */
const writesOf = ({ input }: TableRequest): readonly object[] => {
  const writes: unknown = Reflect.get(input, 'TransactItems');
  return Array.isArray(writes) ? writes : [];
};

/** An entry of a ledger: a remedy has the same kind and no cause. */
const isCredit = (write: object): boolean => /"kind":"credit","cause"/.test(JSON.stringify(write));
const isClaim = (write: object): boolean => /":to":"sending"/.test(JSON.stringify(write));
const isCounter = (write: object): boolean => /"kind":"counter"/.test(JSON.stringify(write));

/** Lets the writes of some transactions be executed whatever is stored. */
const withoutConditions =
  (isTarget: (write: object) => boolean): Interceptor =>
  (request, forward) => {
    const { input } = request;
    if (!writesOf(request).some(isTarget)) return forward(input);
    const TransactItems = writesOf(request).flatMap((write) => {
      const [kind = '', content] = Object.entries(write)[0] ?? [];
      const { ConditionExpression, ...rest } = Object(content);
      if (kind === 'ConditionCheck') return [];
      if (kind !== 'Update') return [{ [kind]: rest }];
      // DynamoDB requires that every placeholder is used.
      return [
        { Update: { ...rest, ConditionExpression: `(${ConditionExpression}) OR attribute_exists(PK)` } },
      ];
    });
    return forward({ ...input, TransactItems });
  };

/** The charge of the booking that a transaction ends. */
const endedAmount = (request: TableRequest): number | undefined =>
  writesOf(request)
    .map((write) => Object(write).Put?.Item)
    .find((item) => item?.[entityAttribute] === endedBookingEntity)?.amount;

/** Changes the writes of the transactions that end a booking, or leaves some out. */
const changingEnds =
  (change: (write: object, amount: number) => readonly object[]): Interceptor =>
  (request, forward) => {
    const amount = endedAmount(request);
    if (amount === undefined) return forward(request.input);
    const TransactItems = writesOf(request).flatMap((write) => change(write, amount));
    return forward({ ...request.input, TransactItems });
  };

/** An update with another value where it has the placeholder. */
const withValue = (write: object, placeholder: string, value: number): object => {
  const { Update } = Object(write);
  const values = Update?.ExpressionAttributeValues;
  if (values?.[placeholder] === undefined) return write;
  return { Update: { ...Update, ExpressionAttributeValues: { ...values, [placeholder]: value } } };
};

/** The record of an ended booking with another credit. */
const withCredit = (write: object, credit: number): object => {
  const { Put } = Object(write);
  if (Put?.Item?.ended === undefined) return write;
  return { Put: { ...Put, Item: { ...Put.Item, ended: { ...Put.Item.ended, credit } } } };
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
    rule: 'a session is credited once, while it is cancelled',
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
  {
    name: 'an ending leaves the booking',
    rule: 'a booking is live or ended',
    intercept: changingEnds((write) => ('Delete' in write ? [] : [write])),
  },
  {
    name: 'a move charges nothing',
    rule: 'the charged sum is that of the bookings',
    intercept: changingEnds((write) => [withValue(write, ':charge', 0)]),
  },
  {
    name: 'an ending credits the whole charge',
    rule: 'credits never exceed their charge',
    intercept: changingEnds((write, amount) => [withCredit(withValue(write, ':credit', amount), amount)]),
  },
];
