import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { createFakeSes } from '#infra/testing/services/ses';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { insertRecord } from '#infra/testing/table/all-items';
import { reachUs } from '#shared/brand';
import { hourMs } from '#shared/lib/durations';

const { system, scenes } = await startWaitingTests();

describe('emails', () => {
  const mailsTo = async ({ profile }: SampleFamily) => {
    await system.deliver();
    return system.mails.filter(({ to }) => to === profile.email).map(({ data }) => data);
  };
  const subjectOf = (data: string) => /^Subject: (.*)$/m.exec(data)?.[1] ?? '';

  const textOf = (data: string) =>
    data.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll(/\s+/g, ' ');

  it('with an offer name its place, first session, price and deadline, and say who can accept it [WAI-06, WAI-07]', async () => {
    const { families } = await scenes.givenOffer(1);
    const mails = await mailsTo(at(families, 0));
    const text = textOf(mails.find((mail) => subjectOf(mail).startsWith('A place for')) ?? '');
    for (const fact of [
      'A place for Child 0',
      'It is held for you until Wed, 8:00 PM',
      'From: Saturday, September 27, 2025',
      'Price: $120.00',
      'Until: Wed, 8:00 PM',
      'Whoever has this email can accept it; the confirmation goes to the address of your account.',
    ])
      expect(text).toContain(fact);
  });

  it('name the adult who joined the list to the other one alone [FID-06]', async () => {
    const { families } = await scenes.givenList(1);
    const family = at(families, 0);
    const adult = await addSecondAdult(system.table, family.id);
    const [own, other] = [await mailsTo(family), await mailsTo({ ...family, profile: adult })];
    const isNamed = (data: string) => textOf(data).includes('Pat Parent joined this waiting list.');
    expect([own.map(isNamed), other.map(isNamed)]).toEqual([[false], [true]]);
  });

  it('that waited say nothing of a list that the family has left meanwhile [WAI-14, OPS-02]', async () => {
    const { families } = await scenes.givenList(1);
    const family = at(families, 0);
    const [entry] = (await scenes.waitingOf(family)).entries;
    const records = await system.freshRecords();
    await system.asFamily(family, 'leaveWaitingList', { params: { entryId: entry?.id ?? '' } });
    await system.hand(records);
    expect((await mailsTo(family)).map(subjectOf)).toEqual([]);
  });

  const told = 'You told us that you do not take the offer for Child 0.';
  const mistake = `If this is wrong, please ${reachUs}.`;
  const declineForThem = (stays: boolean) => (offerId: string) =>
    system.admin.call('declineOfferForFamily', { params: { offerId }, body: { stays } });

  it.each([
    [
      'was withdrawn, and that the rank stays',
      'Offer ended: Juniorballerz',
      'The school has withdrawn the offer for Child 0. You keep your rank on the waiting list.',
      (offerId: string) => system.admin.call('withdrawOffer', { params: { offerId } }),
    ],
    [
      'was declined for the family, which stays on the list',
      'Offer declined: Juniorballerz',
      `${told} You stay on the waiting list, at its end. ${mistake}`,
      declineForThem(true),
    ],
    [
      'was declined for the family, which leaves the list',
      'Offer declined: Juniorballerz',
      `${told} You are not on this waiting list any more. ${mistake}`,
      declineForThem(false),
    ],
    [
      'was taken for the family',
      expect.stringMatching(/^Booking confirmed/),
      'Booked for you by Ballerz.',
      (offerId: string) => scenes.takeForThem(offerId),
    ],
  ])('say once that an offer %s [WAI-14, WAI-16, BHF-01]', async (_, subject, text, act) => {
    const { families, offer } = await scenes.givenOffer(1);
    const before = await mailsTo(at(families, 0));
    for (let repetition = 0; repetition < 2; repetition += 1) await act(offer.id);
    await system.deliver();
    const sent = (await mailsTo(at(families, 0))).slice(before.length);
    expect(sent.map(subjectOf)).toEqual([subject]);
    expect(textOf(at(sent, 0))).toContain(text);
  });

  it('are sent when a family joins, is offered places and runs out of time, once each [WAI-14]', async () => {
    const { families, offer } = await scenes.givenOffer(2);
    const family = at(families, 0);
    // Emails of one batch are sent at once.
    expect((await mailsTo(family)).map(subjectOf).toSorted()).toEqual([
      expect.stringMatching(/^A place for Child 0: Juniorballerz, Saturday 9:00/),
      'On the waiting list: Juniorballerz',
    ]);
    system.setTime(offer.until);
    await system.tick();
    await system.deliver();
    await system.deliver();
    expect((await mailsTo(family)).map(subjectOf).slice(2)).toEqual(['Offer ended: Juniorballerz']);
  });

  it('confirm the places of siblings who take an offer together, once [BSK-03, WAI-08]', async () => {
    const { siblings, offer } = await scenes.givenSiblingOffer();
    const before = await mailsTo(siblings);
    expect(await scenes.take(siblings, offer.id)).toMatchObject({ status: 200 });
    const sent = (await mailsTo(siblings)).slice(before.length);
    expect(sent.map(subjectOf)).toEqual(['Booking confirmed for Ana and Ben: Juniorballerz']);
    expect(textOf(at(sent, 0))).toContain('Total: $240.00');
  });

  it('with an offer leave one link, however often one could not be sent [WAI-07]', async () => {
    const { offer } = await scenes.givenOffer(1);
    const stored = (await system.items()).find(({ entity, id }) => entity === 'offer' && id === offer.id);
    const records = [insertRecord(stored ?? {})];
    const refusing = { ...system.deps.mail, ses: createFakeSes(() => 'reject').client };
    for (let attempt = 0; attempt < 3; attempt += 1)
      await runMailer(records, { ...system.deps, mail: refusing });
    await system.hand(records);
    const links = (await system.items()).filter(({ PK }) => PK === `OFFERLINK#${offer.id}`);
    expect(links).toHaveLength(1);
    const [, secret = ''] = /offer#ofr_\w+\.([\w-]{43})/.exec(textOf(system.mails.at(-1)?.data ?? '')) ?? [];
    expect(await system.byLink('getLinkedOffer', { offer_id: offer.id, secret })).toMatchObject({
      status: 200,
    });
  });

  it('with an offer have a link that answers it without a session; opening it changes nothing [WAI-07]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const mails = await mailsTo(at(families, 0));
    const text = textOf(mails.find((mail) => subjectOf(mail).startsWith('A place for')) ?? '');
    const [, offer_id = '', secret = ''] = /\/offer#(ofr_\w+)\.([\w-]{43})/.exec(text) ?? [];
    expect(offer_id).toBe(offer.id);
    const before = await system.items();
    const viewed = await system.byLink('getLinkedOffer', { offer_id, secret });
    expect(viewed).toMatchObject({ status: 200, body: { child_names: ['Child 0'], amount: 12_000 } });
    expect(JSON.stringify(viewed.body)).not.toContain(at(families, 0).profile.email);
    expect(await system.items()).toEqual(before);
    // The family joined the list in the hour before.
    system.passTime(hourMs);
    const { result, cost } = await system.table.measure(() =>
      system.byLink('takeOffer', { offer_id, secret, calendar_version: 0 }),
    );
    expect(result).toMatchObject({ status: 200, body: { state: 'taken' } });
    expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'GetItem', 'TransactWriteItems']);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1 });
    expect(await system.byLink('getLinkedOffer', { offer_id, secret })).toMatchObject({
      body: { state: 'taken' },
    });
    expect((await mailsTo(at(families, 0))).map(subjectOf).at(-1)).toMatch(/^Booking confirmed for Child 0/);
  });
});
