import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newApplicationId, newOfferId } from '#functions/lib/ids';
import { localPaths } from '#infra/local/addresses';
import { patiently } from '#infra/testing/runner/slowness';
import type { OfferId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { at, type SampleFamily, sampleNow } from '../samples/samples.ts';
import { storedFamily } from '../samples/stored.ts';
import { startTestStack, type TestStack } from '../stack/test-stack.ts';
import type { Act } from '../waiting/draw-acts.ts';
import { createSlotContext } from '../waiting/slot-context.ts';
import { createWaitingSlot, type WaitingSlot } from '../waiting/waiting-slot.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
  await fetch(stack.url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: sampleNow.toISOString() }),
  });
});
afterAll(() => stack.stop());

const moment = (seconds: number): Instant => instantOf(new Date(sampleNow.getTime() + seconds * 1000));
const now = moment(60);

/** A full slot of one place with two families on its list, in this order. */
const givenList = async () => {
  const families = [
    await storedFamily(stack.table),
    await storedFamily(stack.table),
    await storedFamily(stack.table),
  ];
  const slot = createWaitingSlot(await createSlotContext(stack.table, 1, families));
  const carryOut = async (act: Act, offerId?: OfferId) =>
    expect(await slot.carryOut(act, { now, offerId })).toBe('done');
  const [booked, first, second] = families;
  if (!booked || !first || !second) throw new Error('Three families were made');
  await carryOut({ kind: 'book', child: at(booked.children, 0).id, at: now });
  for (const [index, { id: family, children }] of [first, second].entries())
    await carryOut({
      kind: 'join',
      entry: newApplicationId(new Date(moment(index))),
      family,
      children: [at(children, 0).id],
      at: moment(index),
    });
  return { slot, carryOut, booked, first, second };
};

/** Waits until a family has an offer. */
const offerOf = async (slot: WaitingSlot, { id }: SampleFamily): Promise<OfferId> =>
  await vi.waitFor(async () => {
    const { entries } = await slot.read();
    const offer = entries.find(({ parent_id }) => parent_id === id)?.offer_id;
    if (!offer) throw new Error('The family has no offer');
    return offer;
  }, patiently);

const freeing: readonly (readonly [string, (booked: SampleFamily) => Act])[] = [
  ['a booking ends', ({ children }) => ({ kind: 'end-booking', child: at(children, 0).id, at: now })],
  ['a booking moves away', ({ children }) => ({ kind: 'move-away', child: at(children, 0).id, at: now })],
  ['an account is deleted', ({ id }) => ({ kind: 'erase', parent: id, at: now })],
  ['the capacity is raised', () => ({ kind: 'set-capacity', capacity: 2, at: now })],
];

it.each(freeing)('makes an offer without the timer when %s [WAI-04, WAI-05]', async (_, act) => {
  const { slot, carryOut, booked, first } = await givenList();
  await carryOut(act(booked));
  await offerOf(slot, first);
});

const answers: readonly (readonly [string, (first: SampleFamily) => Act])[] = [
  ['is declined', () => ({ kind: 'decline', offer: newOfferId(sampleNow), stays: false, at: now })],
  ['is withdrawn', () => ({ kind: 'withdraw', offer: newOfferId(sampleNow), at: now })],
  ['goes with its child', ({ children }) => ({ kind: 'remove-child', child: at(children, 0).id, at: now })],
  ['goes with its account', ({ id }) => ({ kind: 'erase', parent: id, at: now })],
];

it.each(answers)(
  'asks the next family without the timer when an offer %s [WAI-04, WAI-10]',
  async (_, act) => {
    const { slot, carryOut, booked, first, second } = await givenList();
    await carryOut({ kind: 'end-booking', child: at(booked.children, 0).id, at: now });
    const offer = await offerOf(slot, first);
    await carryOut(act(first), offer);
    await offerOf(slot, second);
  },
);
