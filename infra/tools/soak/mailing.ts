import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { subjectFor } from '#functions/accounts/readers';
import { bookingEntity, bookingFromItem } from '#functions/booking/bookings';
import { endedBookingEntity, endedBookingFromItem } from '#functions/booking/ended-bookings';
import { chunk, entityAttribute } from '#functions/lib/dynamo/items';
import { sendLeaseKey } from '#functions/lib/dynamo/keys-of-people';
import { batchGet } from '#functions/lib/dynamo/reads';
import { readNewItem } from '#functions/lib/stream';
import type { Table } from '#functions/lib/table';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import type { Random } from '#infra/testing/random';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { runMailer } from '#infra/testing/services/background';
import type { MessageSystem } from '#infra/testing/services/message-system';
import type { FamilyId } from '#shared/lib/ids';
import { deliverBatch } from '../../local/streams/deliver-batch.ts';
import { type Violation, violationsOf } from './driver.ts';
import type { StoredSlot } from './recount.ts';

const entities: ReadonlySet<string> = new Set([bookingEntity, endedBookingEntity]);

const outcomes = ['throttle', 'throttle', 'down', 'break-before', 'break-after'] as const;

/** Every third message to a recipient is accepted. Messages that are refused for ever are tested with the mailer. */
const acceptedEvery = 3;

/** What a record causes an email about. */
const causeOf = (record: DynamoDBRecord) => {
  const { item = {} } = readNewItem(record) ?? {};
  return item[entityAttribute] === bookingEntity
    ? { ...bookingFromItem(item), kind: 'confirmation' as const }
    : { ...endedBookingFromItem(item), kind: 'ending' as const };
};

/** Delivers records late, and whole batches reordered, at the same time or again, while SES fails. @param table of the mailer */
export const createMailing = (system: MessageSystem, table: Table, random: Random) => {
  const { deps, mails } = system;
  const mailer = { ...deps, table, mail: { ...deps.mail, pause: async () => {} } };
  const rate = random.pick([0, 0.2, 0.5]);
  system.answer((to) => {
    const before = mails.filter((mail) => mail.to === to).length;
    return before % acceptedEvery !== acceptedEvery - 1 && random.chance(rate)
      ? random.pick(outcomes)
      : 'accept';
  });
  const all: DynamoDBRecord[] = [];
  const waiting: DynamoDBRecord[] = [];
  const parked: DynamoDBRecord[] = [];

  const deliver = (batch: readonly DynamoDBRecord[]): Promise<void> =>
    deliverBatch(batch, mailerStreamSettings, {
      invoke: async (records) => {
        const response = await runMailer(records, mailer);
        // The mailer ran, and its caller gets no answer.
        if (random.chance(0.06)) throw new Error('The answer was lost');
        return response;
      },
      pause: (retry) => sleep(Math.min(retry, 5)),
      checkpoint: async () => {},
      park: async (records) => void parked.push(...records),
      now: deps.clock,
    });
  const round = async (delaysSome: boolean): Promise<void> => {
    const ApproximateCreationDateTime = system.now().getTime() / 1_000;
    for (const { dynamodb, ...record } of await system.waiting(entities)) {
      const image = { ...dynamodb, SequenceNumber: String(all.length), ApproximateCreationDateTime };
      const numbered = { ...record, dynamodb: image };
      all.push(numbered);
      waiting.push(numbered);
    }
    const count = delaysSome ? random.below(waiting.length + 1) : waiting.length;
    const batches = random.shuffled(chunk(waiting.splice(0, count), 1 + random.below(4)));
    const repeated = batches.filter(() => random.chance(0.25));
    await Promise.all([...batches, ...repeated].map(deliver));
    await Promise.all(repeated.filter(() => random.chance(0.5)).map(deliver));
  };

  /** By docs/decisions/0002: one email of each kind about each booking; of unknown outcome it was tried once and is parked. */
  const check = async (
    slots: readonly StoredSlot[],
    families: readonly SampleFamily[],
    adults: ReadonlyMap<FamilyId, SampleFamily['profile']>,
  ): Promise<Violation[]> => {
    const live = new Set<string>(slots.flatMap(({ bookings }) => bookings).map(({ id }) => id));
    const isParked = new Set(parked.map(causeOf).map(({ kind, id }) => `${kind} ${id}`));
    const people = families.map(({ id, profile }) => [profile, adults.get(id)].flatMap((one) => one ?? []));
    const caused = all.map(causeOf).flatMap(({ id, kind, parent_id }) =>
      (people[families.findIndex((family) => family.id === parent_id)] ?? []).map((adult) => ({
        key: sendLeaseKey(subjectFor(id, adult.id), kind),
        to: adult.email,
        isDue: kind === 'ending' || live.has(id),
        isParked: isParked.has(`${kind} ${id}`),
      })),
    );
    const keys = caused.map(({ key }) => key);
    const leaseOf =
      keys.length > 0 ? await batchGet(system.table, keys, { consistent: true }) : () => undefined;
    const leased = caused.map((email) => ({ ...email, lease: leaseOf(email.key) }));
    const open = leased.filter(({ lease }) => lease && lease.sent !== true);
    const recorded = leased.flatMap(({ to, lease }) =>
      lease?.sent === true ? [{ to, id: String(lease.message_id) }] : [],
    );
    const idOf = (index: number): string => `ses-${index + 1}`;
    const isUnknown = ({ outcome }: (typeof mails)[number]) => outcome.startsWith('break');
    const surplus = mails.filter(
      ({ outcome }, index) => outcome === 'accept' && !recorded.some(({ id }) => id === idOf(index)),
    );
    const wrong = recorded.filter(
      ({ to, id }) =>
        !mails.some((mail, index) => idOf(index) === id && mail.outcome === 'accept' && mail.to === to),
    );
    const uneven = people.flat().filter(({ email }) => {
      const tried = mails.filter((mail) => mail.to === email && isUnknown(mail)).length;
      return tried !== open.filter(({ to }) => to === email).length;
    });
    const unsent = leased.filter(({ isDue, lease }) => isDue && !lease);
    const forgotten = open.filter((email) => email.isDue && !email.isParked);
    return violationsOf([
      ['an email is recorded as sent when it was', wrong.length === 0, JSON.stringify(wrong)],
      ['an email that was sent is recorded', surplus.length === 0, `${surplus.length}`],
      ['an email with an unknown outcome is tried once', uneven.length === 0, JSON.stringify(uneven)],
      [
        'an email is sent, or parked because one of its record is',
        unsent.length === 0,
        JSON.stringify(unsent),
      ],
      ['an email with an unknown outcome is parked', forgotten.length === 0, JSON.stringify(forgotten)],
    ]);
  };

  return {
    check,
    start: async (): Promise<void> => {
      for (let early = 0; early < 2; early += 1) {
        await sleep(5 + random.below(30));
        await round(true);
      }
    },
    finish: () => round(false),
  };
};
