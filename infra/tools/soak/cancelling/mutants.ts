import { endedBookingEntity } from '#functions/booking/ended-bookings';
import { entityAttribute } from '#functions/lib/dynamo/items';
import {
  type Interceptor,
  inWrite,
  lost,
  type Mutant,
  type TableRequest,
  textOf,
  unconditional,
  withPart,
  withWrites,
  writesOf,
} from '#infra/testing/mutants/mutant';
import type { CancellingRule } from './check.ts';

/** A defect that breaks a certain invariant. */
interface CancellingMutant extends Mutant {
  readonly rule: CancellingRule;
}

const credit = inWrite('"kind":"credit","cause"');

/** The charge of the booking that a transaction ends. */
const endedAmount = (request: TableRequest): number | undefined =>
  writesOf(request)
    .map((write) => Object(write).Put?.Item)
    .find((item) => item?.[entityAttribute] === endedBookingEntity)?.amount;

/** Changes the writes of the transactions that end a booking, or leaves some out. */
const changingEnds =
  (change: (write: object, amount: number) => readonly object[]) => (): Interceptor => (request, forward) => {
    const amount = endedAmount(request);
    if (amount === undefined) return forward(request.input);
    return withWrites(
      () => true,
      (writes) => writes.flatMap((write) => change(write, amount)),
    )()(request, forward);
  };

const withValue = (write: object, placeholder: string, value: number): object =>
  withPart('ExpressionAttributeValues', placeholder, value)(write);

/** The record of an ended booking with another credit. */
const withCredit = (write: object, credit: number): object => {
  const { Put } = Object(write);
  if (Put?.Item?.ended === undefined) return write;
  return { Put: { ...Put, Item: { ...Put.Item, ended: { ...Put.Item.ended, credit } } } };
};

export const cancellingMutants: readonly CancellingMutant[] = [
  {
    name: 'the messenger sends twice',
    rule: 'an email is sent once',
    intercept: unconditional(inWrite('":set_state":"sending"')),
  },
  {
    name: 'a step credits twice',
    rule: 'the sums of a ledger are those of a recount',
    intercept: unconditional(credit),
  },
  {
    name: 'a step of credits is lost',
    rule: 'a session is credited once, while it is cancelled',
    intercept: lost(credit),
  },
  {
    name: 'bringing back leaves the credits',
    rule: 'a session that was brought back has no credit',
    intercept: lost(inWrite('"kind":"counter"')),
  },
  {
    name: 'trials stay where they are',
    rule: 'no trial is in a cancelled session',
    intercept: lost((request) => textOf(request.input).includes('moved_by')),
  },
  {
    name: 'the timer starts no message again',
    rule: 'every message is done',
    intercept: lost((request) => textOf(request.input).includes('#GSI1SK = :if_GSI1SK')),
  },
  {
    name: 'an ending leaves the booking',
    rule: 'a booking is live or ended, once',
    intercept: changingEnds((write) => ('Delete' in write ? [] : [write])),
  },
  {
    name: 'a move charges nothing',
    rule: 'the sums of a ledger are those of a recount',
    intercept: changingEnds((write) => [withValue(write, ':charge', 0)]),
  },
  {
    name: 'an ending credits the whole charge',
    rule: 'credits never exceed their charge',
    intercept: changingEnds((write, amount) => [withCredit(withValue(write, ':credit', amount), amount)]),
  },
];
