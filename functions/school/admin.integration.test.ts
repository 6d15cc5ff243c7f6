import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { myStatementSchema } from '#shared/ledger/statement';
import { limits } from '#shared/limits';
import { namedActivitySchema } from '#shared/school/activity';
import { defaultSchoolSettings, schoolSettingsSchema } from '#shared/school/settings';
import { schoolSettingsKey } from '../lib/dynamo/keys-of-classes.ts';
import { accountKey, adminIndexKeys } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { forgetSettings } from './settings.ts';

const system = await startTests(bookingSteps);

const stripe = {
  url: 'https://buy.stripe.com/abc',
  reference_parameter: 'client_reference_id',
  amount_parameter: null,
  amount_unit: 'dollars',
} as const;

const read = async () => {
  const { pay_by_card: _, ...settings } = Object((await system.admin.call('getSettings', {})).body);
  return schoolSettingsSchema.parse(settings);
};
const save = (body: object) => system.admin.call('saveSettings', { body });

describe('the settings of the school', () => {
  it('are the defaults until an administrator saves others, which count for the next request [SET-01, PLK-01]', async () => {
    const opened = await read();
    expect(opened).toEqual(defaultSchoolSettings);
    const family = await system.addFamily();
    await system.book(family, await system.addClass());
    const before = myStatementSchema.parse((await system.asFamily(family, 'getMyLedger')).body);
    expect(before).toMatchObject({ instructions: defaultSchoolSettings.instructions, pay_now: null });
    const saved = await save({ instructions: ['Cash only'], payment_link: stripe });
    expect(saved).toMatchObject({ status: 200, body: { version: opened.version + 1 } });
    const after = myStatementSchema.parse((await system.asFamily(family, 'getMyLedger')).body);
    expect(after.instructions).toEqual(['Cash only']);
    expect(after.pay_now).toEqual({
      url: `${stripe.url}?client_reference_id=${after.reference}`,
      host: 'buy.stripe.com',
      amount: after.due,
      takes_amount: false,
      takes_reference: true,
    });
  });

  it('are logged with the values before and after, once [SET-01]', async () => {
    const opened = await read();
    await save({ instructions: ['By card'], due_rule: 'monthly' });
    const pageSchema = z.object({ entries: z.array(namedActivitySchema) });
    const { entries } = pageSchema.parse((await system.admin.call('listActivity', {})).body);
    expect(
      entries.filter(({ action }) => action === 'settings.updated').map(({ changes }) => changes),
    ).toContainEqual([
      { field: 'how families pay', before: opened.instructions.join(' / '), after: 'By card' },
      {
        field: 'when families pay',
        before: 'When it is booked',
        after: 'Monthly from the first session day',
      },
    ]);
    const count = entries.length;
    expect(await save({ instructions: ['By card'] })).toMatchObject({ status: 200 });
    const again = pageSchema.parse((await system.admin.call('listActivity', {})).body);
    expect(again.entries).toHaveLength(count);
  });

  const stale = { signedInAt: new Date(Date.now() - (limits.freshSignInSeconds + 60) * 1_000) };
  const saveLater = (body: object) => system.admin.call('saveSettings', { body, ...stale });

  it.each([
    ['the instructions', { instructions: ['Account 00000001'] }],
    ['a link', { payment_link: { ...stripe, url: 'https://buy.stripe.com/ABC' } }],
    ['no link', { payment_link: null }],
    ['another parameter of the link', { payment_link: { ...stripe, reference_parameter: 'other' } }],
  ])(
    'need a fresh sign-in for %s, and none for what is not where families pay [SET-03]',
    async (_, change) => {
      await save({ instructions: ['Cash'], payment_link: stripe, due_rule: 'at-once' });
      const opened = await read();
      const refused = await saveLater(change);
      expect(refused).toMatchObject({ status: 403, body: { code: 'freshSignInRequired' } });
      expect(await read()).toEqual(opened);
      expect(await saveLater({ due_rule: 'monthly' })).toMatchObject({ status: 200 });
      expect(await save(change)).toMatchObject({ status: 200 });
      expect(await read()).toMatchObject({ ...change, due_rule: 'monthly' });
    },
  );

  it('ask for an email to each other administrator where families pay, with before and after [SET-03]', async () => {
    const others = await Promise.all([1, 2].map(() => system.addFamily()));
    const parent = await system.addFamily();
    const actor = await system.addFamily();
    for (const { profile } of [...others, actor])
      await updateItem(system.table, accountKey(profile.id), {
        set: { role: 'admin', ...adminIndexKeys(profile) },
      });
    const userId = actor.profile.id;
    const saveAs = (body: object) => system.admin.call('saveSettings', { body, userId });
    const asked = async () =>
      (await readAllItems(system.table)).filter(({ kind }) => kind === 'payment-settings-changed');
    await saveAs({ instructions: ['Cash'], payment_link: null });
    const opened = await read();
    const before = (await asked()).length;
    expect(await saveAs({ due_rule: opened.due_rule === 'monthly' ? 'at-once' : 'monthly' })).toMatchObject({
      status: 200,
    });
    expect(await asked()).toHaveLength(before);
    expect(await saveAs({ instructions: ['Account 00000002'], due_rule: 'first-session' })).toMatchObject({
      status: 200,
    });
    const requests = (await asked()).filter(({ changes }) => JSON.stringify(changes).includes('00000002'));
    expect(requests.map(({ email }) => email).toSorted()).toEqual(
      others.map(({ profile }) => profile.email).toSorted(),
    );
    for (const { changes } of requests)
      expect(changes).toEqual([{ field: 'how families pay', before: 'Cash', after: 'Account 00000002' }]);
    expect(JSON.stringify(requests)).not.toContain(parent.profile.email);
  });

  it('are saved where a newer version stored more, which stays [REL-01]', async () => {
    await save({ instructions: ['Cash'] });
    await updateItem(system.table, schoolSettingsKey, {
      set: { of_a_newer_version: { on: true }, 'discounts.loyalty': { percent: 5 } },
    });
    forgetSettings(system.table);
    const sibling = { reduction: { by: 'percent', percent: 10 }, programmes: ['juniorballerz'] };
    expect(await save({ instructions: ['Bank'], sibling })).toMatchObject({ status: 200 });
    const stored = (await readAllItems(system.table)).find(({ PK }) => PK === schoolSettingsKey.PK);
    expect(stored).toMatchObject({
      instructions: ['Bank'],
      of_a_newer_version: { on: true },
      discounts: { sibling, loyalty: { percent: 5 } },
    });
  });

  it('show no link that was stored before and is refused now, and keep all others [SET-03]', async () => {
    const saved = await save({ instructions: ['Cash only'], payment_link: stripe });
    expect(saved).toMatchObject({ status: 200, body: { payment_link: stripe } });
    forgetSettings(system.table);
    expect((await read()).payment_link).toEqual(stripe);
    await updateItem(system.table, schoolSettingsKey, {
      set: { 'payment_link.url': 'https://paypal.com@pay.example.com' },
    });
    forgetSettings(system.table);
    expect(await read()).toMatchObject({ instructions: ['Cash only'], payment_link: null });
  });
});
