import { expect, it } from 'vitest';
import { accountSteps, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { managedFamilySchema } from '#shared/families/admin-routes';
import { dayMs, secondMs } from '#shared/lib/durations';
import type { FamilyId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { getAccount, getPeopleCounts, getProfile } from '../accounts/accounts.ts';
import { getRegistration, holdAddress } from '../accounts/registrations.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { tableSchema } from '../lib/dynamo/items.ts';
import { registrationKey } from '../lib/dynamo/keys-of-people.ts';
import { addUser } from '../lib/identity/users.ts';
import { mailRequestsPerPeriod } from '../limits.ts';
import { inviteHolder, schoolItself } from './adults.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, admin: office, userOf } = system;

const addFamily = async (email = ''): Promise<FamilyId> => {
  const children = [{ name: 'Ola Kowalska', date_of_birth: '2018-05-04' }];
  const body = { full_name: 'Zofia Kowalska', phone_number: '07700 900456', email, children };
  return managedFamilySchema.parse((await office.call('addFamily', { body })).body).id;
};

const invite = (parentId: FamilyId, email: string) =>
  office.call('inviteFamily', { params: { parentId }, body: { email } });

const linksTo = (email: string) => system.linksTo(email, 'family-invitation');

const linkFor = async (parentId: FamilyId, email: string): Promise<string> => {
  system.passTime(secondMs);
  expect(await invite(parentId, email)).toMatchObject({ status: 202 });
  expect(await system.deliver()).toEqual([]);
  return linksTo(email).at(-1) ?? expect.unreachable('no link was sent');
};

const read = (token: string) => system.call('getAdultInvitation', { body: { token } });
/** What the office knows of the child, which the reader gives (FID-09). */
const proof = { date_of_birth: '2018-05-04' };
const accept = (token: string) =>
  system.call('acceptAdultInvitation', {
    body: { token, full_name: 'Zofia Kowalska', phone_number: '07700 900456', password: 'football1', proof },
  });
const invalid = { status: 404, body: { code: 'invitationInvalid' } };

it('is joined by whoever signs up with its address, by the link that proves the mailbox [BHF-02, IMP-02]', async () => {
  const email = newAddress();
  const id = await addFamily(email);
  const counts = await getPeopleCounts(table);
  const signUp = () => system.call('signUp', { body: { ...signUpBody(), email } });
  const accepted = { status: 201, body: { success: true } };
  expect(await signUp()).toMatchObject(accepted);
  expect(await system.deliver()).toEqual([]);
  // Nothing of the sign-up is stored, and its password is nobody's.
  expect(await getPeopleCounts(table)).toEqual(counts);
  expect(await userPool.usersOf(email)).toEqual([]);
  expect(await getRegistration(table, email)).toEqual({ holder: 'family', familyId: id });
  expect(system.mailsTo(email)).toHaveLength(1);
  const [link = ''] = linksTo(email);

  // A repetition ends no link that was just sent.
  expect(await signUp()).toMatchObject(accepted);
  expect(await system.deliver()).toEqual([]);
  expect(linksTo(email)).toEqual([link]);

  expect(await accept(link)).toMatchObject({ status: 201 });
  const userId = await userOf(email);
  expect(await getRegistration(table, email)).toEqual({ holder: 'account', userId });
  expect(await getProfile(table, userId)).toMatchObject({ family_id: id, family_role: 'holder' });
  expect(await getPeopleCounts(table)).toEqual(counts);
});

it('is joined too where a sign-up before was interrupted, and limits requests like every sign-up [BHF-02, AUT-44]', async () => {
  const email = newAddress();
  const id = await addFamily(email);
  await addUser(userPool, { email, password: 'football1' });
  const signUp = () => system.call('signUp', { body: { ...signUpBody(), email }, sourceIp: '203.0.113.7' });
  for (let count = 0; count < mailRequestsPerPeriod.mailbox.signUp; count += 1)
    expect((await signUp()).status).toBe(201);
  expect(await signUp()).toMatchObject({ status: 429 });
  expect(await system.deliver()).toEqual([]);
  const [link = '', ...others] = linksTo(email);
  expect(others).toEqual([]);
  expect(await accept(link)).toMatchObject({ status: 201 });
  expect((await getRegistration(table, email))?.holder).toBe('account');
  expect(await getStoredFamily(table, id)).toMatchObject({ email_verified: true });
});

it('is the family of its address also where an acceptance was interrupted that held it [BHF-02, IMP-02]', async () => {
  const email = newAddress();
  const id = await addFamily(email);
  const link = await linkFor(id, email);
  const counts = await getPeopleCounts(table);
  const seen = await getRegistration(table, email);
  await addUser(userPool, { email, password: 'football1' });
  await holdAddress(table, email, { attempt: 'interrupted', seen, now: system.now() });
  expect(await system.call('signUp', { body: { ...signUpBody(), email } })).toMatchObject({ status: 201 });
  // Nothing of the sign-up is stored, and the hold does not end before the family has its address again.
  expect(await getPeopleCounts(table)).toEqual(counts);
  const [held] = await system.items(({ PK }) => PK === registrationKey(email).PK);
  expect(held).not.toHaveProperty(tableSchema.timeToLiveAttribute);
  expect(await accept(link)).toMatchObject({ status: 201 });
  const userId = await userOf(email);
  expect(await getProfile(table, userId)).toMatchObject({ family_id: id, family_role: 'holder' });
  expect(await getPeopleCounts(table)).toEqual(counts);
});

it('is given an address later, and another one, whose link ends the one before [BHF-02, AUT-45]', async () => {
  const id = await addFamily();
  const [wrong, right] = [newAddress(), newAddress()];
  const first = await linkFor(id, wrong);
  const second = await linkFor(id, right);
  expect(await getRegistration(table, wrong)).toBeUndefined();
  expect(await read(first)).toMatchObject(invalid);
  expect((await read(second)).status).toBe(200);
  const again = await linkFor(id, right);
  expect(await read(second)).toMatchObject(invalid);
  system.passTime(limits.invitationDays * dayMs - 60 * secondMs);
  expect((await read(again)).status).toBe(200);
  system.passTime(60 * secondMs);
  expect(await accept(again)).toMatchObject(invalid);
});

it('is not invited by the address of an account or of another family [BHF-02]', async () => {
  const body = signUpBody();
  await system.call('signUp', { body });
  const other = newAddress();
  await addFamily(other);
  const id = await addFamily();
  for (const email of [body.email, other])
    expect(await invite(id, email)).toMatchObject({ status: 409, body: { code: 'emailOfOther' } });
  const member = await userOf(body.email);
  const { family_id } = (await getAccount(table, member)) ?? expect.unreachable('signed up above');
  expect(await invite(family_id, newAddress())).toMatchObject({ body: { code: 'familyHasLogin' } });
});

it.each(['', newAddress()])(
  'has one address where two are given to it at the same time, after "%s" [BHF-02]',
  async (before) => {
    const id = await addFamily(before);
    const family = (await getStoredFamily(table, id)) ?? expect.unreachable('stored above');
    const [first, second] = [newAddress(), newAddress()];
    const give = (email: string) =>
      inviteHolder(table, { family, by: schoolItself, email, now: system.now() }, []);
    expect(await give(first)).toMatchObject({ outcome: 'done' });
    expect(await give(second)).toMatchObject({ outcome: 'busy' });
    expect(await getStoredFamily(table, id)).toMatchObject({ email: first });
    expect(await getRegistration(table, first)).toEqual({ holder: 'family', familyId: id });
    expect(await getRegistration(table, second)).toBeUndefined();
  },
);
