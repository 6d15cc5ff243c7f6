import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, type SampleFamily, sampleClass } from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { createFakeSes } from '#infra/testing/services/ses';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import type { FootballClass } from '#shared/classes/class';
import { providerIdSchema } from '#shared/ledger/entry';
import { centsSchema, instantOf } from '#shared/lib/values';
import type { MessageKind } from '#shared/messages/message';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { getAccountWithFamily } from '../accounts/accounts.ts';
import { listBookingsOfSlots } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { failedDebitPut } from '../cards/card-mails.ts';
import { leaveFamily } from '../families/adults.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { newApplicationId } from '../lib/ids.ts';
import type { FamilyMail } from '../lib/mail/audiences.ts';
import { type WaitingMail, waitingMailPut } from '../waiting/waiting-mails.ts';

const { system, scenes } = await startWaitingTests();
const { table, deps } = system;

/** A family that has booked a class, or waits for a place in it, and what is not delivered yet. */
interface Scene {
  readonly family: SampleFamily;
  readonly cls: FootballClass;
}

const booked = async (): Promise<Scene> => {
  const cls = sampleClass({ capacities: [5, 5] });
  await putClass(table, cls);
  const family = await storedFamily(table);
  expect(await scenes.bookSlot(family, cls)).toMatchObject({ status: 201 });
  return { family, cls };
};

const bookingOf = async ({ cls }: Scene) => at(await listBookingsOfSlots(table, cls.time_slots), 0);

const afterBooking = async (): Promise<Scene> => {
  const scene = await booked();
  await system.deliver();
  return scene;
};

const asked = (kind: WaitingMail['kind']) => async (): Promise<Scene> => {
  const { family, cls } = await afterBooking();
  const ids = { parent_id: family.id, class_id: cls.id, child_ids: [at(family.children, 0).id] };
  const subject = { id: newApplicationId(system.now()), time_slot_id: at(cls.time_slots, 0).id, ...ids };
  await sendTransaction(table, [waitingMailPut(table, kind, subject, system.now())]);
  return { family, cls };
};

/** What causes each email that the mailer sends to families. */
const causes: Readonly<Record<Exclude<FamilyMail, MessageKind>, () => Promise<Scene>>> = {
  confirmation: booked,
  move: async () => {
    const scene = await afterBooking();
    const { id, class_id, time_slot_id, child_id } = await bookingOf(scene);
    const order = { class_id, time_slot_id: at(scene.cls.time_slots, 1).id, calendar_version: 0 };
    const { status } = await system.asFamily(scene.family, 'moveMyBooking', {
      params: { bookingId: id },
      body: { booking: { class_id, time_slot_id, child_id }, ...order, credit: 0, charge: 0 },
    });
    expect(status).toBe(200);
    return scene;
  },
  ending: async () => {
    const scene = await afterBooking();
    const ending = { reason: 'removed', credit: 'nothing' } as const;
    await endBooking(deps, await bookingOf(scene), { ending, by: 'admin', tell: true });
    return scene;
  },
  receipt: async () => {
    const scene = await afterBooking();
    expect((await system.admin.pay(scene.family.id, 5_000, { receipt: true })).status).toBe(201);
    return scene;
  },
  'debit-failed': async () => {
    const scene = await afterBooking();
    const debit = {
      family_id: scene.family.id,
      intent: providerIdSchema.parse(`pi_${scene.family.id}`),
      amount: centsSchema.parse(5_000),
    };
    await sendTransaction(table, [failedDebitPut(table, debit, system.now())]);
    return scene;
  },
  joined: async () => {
    const { cls, families } = await scenes.givenList(1);
    return { cls, family: at(families, 0) };
  },
  offer: async () => {
    const { cls, families } = await scenes.givenOffer(1);
    return { cls, family: at(families, 0) };
  },
  'offer-ended': asked('offer-ended'),
  'offer-withdrawn': asked('offer-withdrawn'),
  'offer-declined': asked('offer-declined'),
  'list-closed': asked('list-closed'),
  'kept-place-gone': asked('kept-place-gone'),
};
const kinds = Object.entries(causes);

/** Delivers what is new, twice, as the stream may. @returns how many emails each of some addresses got */
const deliver = async (...addresses: readonly string[]) => {
  const records = await system.freshRecords();
  const before = system.mails.length;
  for (const batch of [records, records]) expect(await system.hand(batch)).toEqual({ batchItemFailures: [] });
  const sent = system.mails.slice(before);
  return addresses.map((address) => sent.filter(({ to }) => to === address).length);
};

/** An offer is made to a family that joined the list, which both are told. */
const countOf = (kind: string) => (kind === 'offer' ? 2 : 1);
const isAboutMoney = (kind: string) => kind === 'receipt' || kind === 'debit-failed';

describe.each(kinds)('of a family of two adults the email %s', (kind, cause) => {
  it('goes to both, or to the one chosen for money, once each [ADT-01]', async () => {
    const { family } = await cause();
    const adult = await addSecondAdult(table, family.id, 'adult');
    const once = countOf(kind);
    expect(await deliver(family.profile.email, adult.email)).toEqual(
      isAboutMoney(kind) ? [0, 1] : [once, once],
    );
  });
});

// All kinds are sent by one function: one is about money, and one is of two emails.
describe.each(kinds.filter(([kind]) => ['confirmation', 'receipt', 'offer'].includes(kind)))(
  'of a family of two adults the email %s',
  (kind, cause) => {
    it('goes to the holder where nobody was chosen, and to an adult with a mailbox that works [ADT-01]', async () => {
      const { family } = await cause();
      const adult = await addSecondAdult(table, family.id);
      const broken = isAboutMoney(kind) ? adult : family.profile;
      const problem = { kind: 'bounced', at: instantOf(system.now()) } as const;
      await storeEmailProblem(table, { userId: broken.id, email: broken.email, problem });
      const once = countOf(kind);
      expect(await deliver(family.profile.email, adult.email)).toEqual(
        isAboutMoney(kind) ? [1, 0] : [0, once],
      );
    });

    it('goes to no adult whose access has ended [ADT-02]', async () => {
      const { family } = await cause();
      const adult = await addSecondAdult(table, family.id, 'adult');
      const { profile: account, family: left } =
        (await getAccountWithFamily(table, adult.id)) ?? expect.unreachable();
      const leaving = { family: left, account, now: system.now(), isNoted: false };
      expect(await leaveFamily(table, leaving, [])).toEqual({ outcome: 'done' });
      expect(await deliver(family.profile.email, adult.email)).toEqual([countOf(kind), 0]);
    });
  },
);

it('has a link of its own in each email with an offer, which both work [ADT-01, WAI-07]', async () => {
  const { offer, families } = await scenes.givenOffer(1);
  const { id, profile } = at(families, 0);
  const adult = await addSecondAdult(table, id);
  await system.deliver();
  const secrets = [profile, adult].map(({ email }) => {
    const mails = system.mails.filter(({ to }) => to === email);
    const texts = mails.map(({ data }) => data.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    return /offer#ofr_\w+\.([\w-]{43})/.exec(texts.join('\n'))?.[1] ?? '';
  });
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets)
    expect(await system.byLink('getLinkedOffer', { offer_id: offer.id, secret })).toMatchObject({
      status: 200,
    });
});

it('sends the email again to the one alone whose first was not sent [ADT-01]', async () => {
  const { family } = await booked();
  const adult = await addSecondAdult(table, family.id);
  const records = await system.freshRecords();
  const ses = createFakeSes((to) => (to === adult.email ? 'reject' : 'accept'));
  const mail = { ...deps.mail, ses: ses.client };
  expect((await runMailer(records, { ...deps, mail })).batchItemFailures).toHaveLength(1);
  const before = system.mails.length;
  expect(await system.hand(records)).toEqual({ batchItemFailures: [] });
  expect(system.mails.slice(before).map(({ to }) => to)).toEqual([adult.email]);
});
