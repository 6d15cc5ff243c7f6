import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import type { linksRoutes } from '#shared/contract/links-routes';
import type { OfferId } from '#shared/lib/ids';
import { accountKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newFamilyId } from '../lib/ids.ts';
import { deleteOffer, getOffer } from './offers.ts';

const { system, scenes } = await startWaitingTests();

const givenLink = async () => {
  const { families, ...scene } = await scenes.givenOffer(1);
  const family = at(families, 0);
  return { ...scene, family, link: await scenes.linkOf(scene.offer, family) };
};

const answers: readonly (readonly [keyof typeof linksRoutes, object])[] = [
  ['getLinkedOffer', {}],
  ['takeOffer', { calendar_version: 0 }],
  ['declineOffer', { stays: true }],
];

const expectNone = async (link: object) => {
  const before = await system.items();
  for (const [route, more] of answers)
    expect(await system.byLink(route, { ...link, ...more })).toMatchObject({
      status: 404,
      body: { code: 'offerNotFound' },
    });
  expect(await system.items()).toEqual(before);
};

/** How an offer ended, and the request after which it had. */
const endings: readonly (readonly [
  state: string,
  end: (offerId: OfferId, family: SampleFamily, until: string) => Promise<unknown>,
])[] = [
  ['taken', (offerId, family) => scenes.take(family, offerId)],
  ['declined', (offerId, family) => scenes.decline(family, offerId, false)],
  ['withdrawn', (offerId) => system.admin.call('withdrawOffer', { params: { offerId } })],
  [
    'expired',
    (_, __, until) => {
      system.setTime(until);
      return system.tick();
    },
  ],
];

it('has a secret of 256 random bits, which is neither in the table nor in a log, whatever is answered', async () => {
  const logged = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  const { link } = await givenLink();
  expect(Buffer.from(link.secret, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await system.items())).not.toContain(link.secret);
  const { link: declined } = await givenLink();
  await system.deliver();
  await system.byLink('getLinkedOffer', link);
  await system.byLink('takeOffer', { ...link, calendar_version: 99 });
  await system.byLink('takeOffer', { ...link, calendar_version: 0 });
  await system.byLink('declineOffer', { ...declined, stays: true });
  await system.byLink('declineOffer', { ...link, stays: true });
  const lines = JSON.stringify(logged.flatMap((spy) => spy.mock.calls));
  expect(lines).toContain('waiting-email.sent');
  // A long line of a MIME message is broken by an equals sign.
  const sent = system.mails.map(({ data }) => data.replaceAll(/=\r?\n/g, '')).join(' ');
  const mailed = [...sent.matchAll(/#ofr_\w+[./]([\w-]{43})/g)].map(([, secret = '']) => secret);
  expect(mailed.length).toBeGreaterThan(0);
  for (const secret of [link.secret, declined.secret, ...mailed]) expect(lines).not.toContain(secret);
  for (const spy of logged) spy.mockRestore();
});

it.each(endings)(
  'of an offer that was %s says so, and changes nothing more [WAI-07, WAI-09]',
  async (state, end) => {
    const { family, offer, link } = await givenLink();
    await end(offer.id, family, offer.until);
    const before = await system.items();
    expect(await system.byLink('getLinkedOffer', link)).toMatchObject({ status: 200, body: { state } });
    expect(await system.byLink('takeOffer', { ...link, calendar_version: 0 })).toMatchObject({
      status: 409,
      body: { code: 'offerEnded' },
    });
    expect(await system.items()).toEqual(before);
  },
);

it('shows what is offered, and nothing else of the family or the class [WAI-07]', async () => {
  const { link } = await givenLink();
  const { body } = await system.byLink('getLinkedOffer', link);
  expect(Object.keys(Object(body)).toSorted().join(' ')).toBe(
    'amount calendar_version child_names class_id class_type coach_name dates end_time from_session id ' +
      'parent_id price start_date start_time state time_slot_id until venue venue_details',
  );
});

it('finds nothing once the offer is deleted, a month after its end', async () => {
  const { offer, link } = await givenLink();
  await deleteOffer(system.table, offer.id);
  await expectNone(link);
});

it.each([
  ['truncated', (secret: string) => secret.slice(0, -1)],
  ['with more behind it', (secret: string) => `${secret}x`],
  ['empty', () => ''],
  // Links of ledgers, of the newsletter and of feeds are as long.
  ['of another kind', () => randomBytes(32).toString('base64url')],
])('that is %s answers as an unknown one, and changes nothing [WAI-07]', async (_, change) => {
  const { link } = await givenLink();
  await expectNone({ ...link, secret: change(link.secret) });
});

it('of the second adult answers as that adult, and is none once the adult left [FID-03]', async () => {
  const { family, offer, link } = await givenLink();
  const adult = await addSecondAdult(system.table, family.id);
  const own = await scenes.linkOf(offer, { profile: adult });
  expect(await system.byLink('getLinkedOffer', own)).toMatchObject({ status: 200 });
  const family_id = newFamilyId(system.now());
  await updateItem(system.table, accountKey(adult.id), { set: { family_id } });
  await expectNone(own);
  // The link of the other adult works.
  expect(await system.byLink('declineOffer', { ...link, stays: true })).toMatchObject({ status: 200 });
  expect(await getOffer(system.table, offer.id)).toMatchObject({
    state: 'declined',
    answered_by: family.profile.id,
  });
});
