import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { InjectedFault, type Interceptor, intercepting, textOf } from '#infra/testing/mutants/mutant';
import { accountSteps, newAddress, signUpBody } from '#infra/testing/services/account-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { brand } from '#shared/brand';
import { parentRoutes } from '#shared/families/admin-routes';
import { familySchema } from '#shared/families/family';
import { dayMs, hourMs, secondMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { schoolRoutes } from '#shared/school/admin-routes';
import { inviteHolder, schoolItself } from '../families/adults.ts';
import { tableSchema } from '../lib/dynamo/items.ts';
import { registrationKey } from '../lib/dynamo/keys-of-people.ts';
import { addUser } from '../lib/identity/users.ts';
import { adultInvitationsPerPeriod, mailRequestsPerPeriod } from '../limits.ts';
import { getAccount, getActiveProfile, getPeopleCounts, getProfile } from './accounts.ts';
import { getRegistration, holdAddress } from './registrations.ts';
import { getStoredFamily } from './stored-families.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, admin: office, userOf, openAccount: newParent } = system;
beforeEach(() => system.clear());

const ola = { name: 'Ola Kowalska', date_of_birth: '2018-05-04' };
const jan = { name: 'Jan Kowalski', date_of_birth: '2020-11-30' };
const typed = { full_name: 'Zofia Kowalska', phone_number: '07700 900 456' };

const phoned = async (more: object = {}): Promise<FamilyId> => {
  const body = { ...typed, email: '', children: [ola, jan], ...more };
  return parentRoutes.addFamily.response.parse((await office.call('addFamily', { body })).body).id;
};

const linksTo = (email: string) => system.linksTo(email, 'family-invitation');
const latestLink = async (email: string): Promise<string> => {
  expect(await system.deliver()).toEqual([]);
  return linksTo(email).at(-1) ?? expect.unreachable('no link was sent');
};

const askFor = (parentId: FamilyId, email: string) =>
  office.call('inviteFamily', { params: { parentId }, body: { email } });
const invite = async (parentId: FamilyId, email: string): Promise<string> => {
  system.passTime(secondMs);
  expect(await askFor(parentId, email)).toMatchObject({ status: 202 });
  return latestLink(email);
};

const read = (token: string) => system.call('getAdultInvitation', { body: { token } });
const prove = (token: string, proof: object) =>
  system.call('proveAdultInvitation', { body: { token, ...proof } });
const person = { full_name: 'Zofia Kowalska', phone_number: '07700 900456', password: 'football1' };
const accept = (token: string, proof?: object, more: object = {}) =>
  system.call('acceptAdultInvitation', { body: { token, ...person, ...(proof && { proof }), ...more } });
const acceptAs = (userId: UserId, token: string, proof?: object) =>
  system.call('acceptMyAdultInvitation', { userId, body: { token, ...(proof && { proof }) } });

const newSingle = async () => {
  const { id: userId, ...parent } = await newParent();
  const { body } = await system.call('getMyFamily', { userId });
  for (const { id: childId } of familySchema.parse(body).children)
    expect(await system.call('removeChild', { userId, params: { childId } })).toMatchObject({ status: 204 });
  return { id: userId, ...parent };
};

const right = { date_of_birth: ola.date_of_birth };
const wrong = { date_of_birth: '2018-05-05' };
const invalid = { status: 404, body: { code: 'invitationInvalid' } };
const refused = (tries: string) => ({
  status: 403,
  body: { code: 'invitationProofWrong', detail: expect.stringContaining(`try it ${tries}`) },
});

const wrongAnswers = async () =>
  schoolRoutes.getDashboard.response.parse((await office.call('getDashboard')).body).wrong_answers;

const useUp = async (token: string): Promise<void> => {
  for (let left = limits.invitationTries - 1; left > 0; left -= 1)
    expect(await prove(token, wrong)).toMatchObject(
      refused(left === 1 ? '1 more time' : `${left} more times`),
    );
  expect(await prove(token, wrong)).toMatchObject(invalid);
};

/** Whether an answer has anything of what the office typed. */
const tells = ({ body }: Answer): boolean =>
  /Zofia|Ola|Jan|900 ?456|2018-05-04|2020-11-30/.test(JSON.stringify(body ?? ''));

describe('the invitation of the office', () => {
  it('says whom it is from, and nothing of the family, before its reader has shown to know it [FID-09]', async () => {
    const email = newAddress();
    const token = await invite(await phoned(), email);
    const answer = await read(token);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ email, invited_by: brand.name, has_account: false, asks: 'date-of-birth' });
    expect(await prove(token, {})).toMatchObject({ status: 400 });
    for (const proof of [wrong, { phone_number: typed.phone_number }]) {
      const shown = await prove(token, proof);
      expect(shown).toMatchObject({ status: 403 });
      expect(tells(shown)).toBe(false);
    }
    const mails = system.mailsTo(email);
    expect(mails).toHaveLength(1);
    for (const { subject, text, html } of mails)
      expect(tells({ status: 0, headers: {}, body: [subject, text, html] })).toBe(false);
  });

  it.each([ola, jan])('shows the family for the date of birth of $name [FID-09, BHF-02]', async (child) => {
    const token = await invite(await phoned(), newAddress());
    const { date_of_birth } = child;
    expect(await prove(token, { date_of_birth })).toMatchObject({
      status: 200,
      body: { ...typed, children: [ola, jan] },
    });
    // Right answers do not use the tries up.
    for (let time = 0; time < 2 * limits.invitationTries; time += 1)
      expect(await prove(token, { date_of_birth })).toMatchObject({ status: 200 });
    expect(await accept(token, { date_of_birth })).toMatchObject({ status: 201 });
  });

  it('asks for the phone number, in any writing, where the office knows no child [FID-09]', async () => {
    const id = await phoned({ children: [] });
    const email = newAddress();
    const token = await invite(id, email);
    expect((await read(token)).body).toMatchObject({ asks: 'phone' });
    for (const proof of [{ phone_number: '07700 900 457' }, right])
      expect(await prove(token, proof)).toMatchObject({ status: 403 });
    for (const phone_number of ['07700900456', '+44 7700 900-456'])
      expect(await prove(token, { phone_number })).toMatchObject({ status: 200, body: typed });
    expect(await accept(token, { phone_number: '+447700900456' })).toMatchObject({ status: 201 });
    expect((await getAccount(table, await userOf(email)))?.family_id).toBe(id);
  });

  it('ends with the fifth wrong answer, with a task of the office [FID-09]', async () => {
    const id = await phoned();
    const email = newAddress();
    const token = await invite(id, email);
    await useUp(token);
    expect(await wrongAnswers()).toEqual([{ id, full_name: typed.full_name }]);
    for (const answer of [await read(token), await prove(token, right), await accept(token, right)])
      expect(answer).toMatchObject(invalid);
    expect(await userPool.usersOf(email)).toEqual([]);
    expect((await getStoredFamily(table, id))?.adult_invited).toBeUndefined();

    // The office alone invites again: a stranger gets no further tries by signing up with the address.
    system.passTime(hourMs);
    expect(await system.call('signUp', { body: { ...signUpBody(), email } })).toMatchObject({ status: 201 });
    await system.deliver();
    expect(linksTo(email)).toEqual([token]);
    expect(await userPool.usersOf(email)).toEqual([]);

    const next = await invite(id, newAddress());
    expect(await prove(next, wrong)).toMatchObject(refused('4 more times'));
    expect(await accept(next, right)).toMatchObject({ status: 201 });
    expect(await wrongAnswers()).toEqual([]);
  });

  it('gives no more answers to who signs up with its address before the last wrong one [FID-09]', async () => {
    const email = newAddress();
    const token = await invite(await phoned({ email }), email);
    for (let left = limits.invitationTries - 1; left > 0; left -= 1)
      expect(await prove(token, wrong)).toMatchObject({ status: 403 });
    system.passTime(hourMs);
    expect(await system.call('signUp', { body: { ...signUpBody(), email } })).toMatchObject({ status: 201 });
    const next = await latestLink(email);
    expect(next).not.toBe(token);
    expect(await prove(next, wrong)).toMatchObject(invalid);
    expect(await wrongAnswers()).toHaveLength(1);
  });

  it('counts the answers of all that ask for one, also of acceptances and without one [FID-09]', async () => {
    const { id: stranger, email } = await newSingle();
    const token = await invite(await phoned(), newAddress());
    expect(await prove(token, wrong)).toMatchObject(refused('4 more times'));
    expect(await accept(token, wrong)).toMatchObject(refused('3 more times'));
    expect(await accept(token)).toMatchObject(refused('2 more times'));
    // With the account of another address nothing is tried.
    expect(await acceptAs(stranger, token, wrong)).toMatchObject({ body: { code: 'invitationForOther' } });
    // An empty answer is none.
    expect(await prove(token, {})).toMatchObject({ status: 400 });
    expect(await prove(token, wrong)).toMatchObject(refused('1 more time'));
    expect(await accept(token, wrong)).toMatchObject(invalid);
    expect(await userPool.usersOf(email)).toHaveLength(1);
  });

  it('compares no more than five of many answers that are given at once [FID-09]', async () => {
    const token = await invite(await phoned(), newAddress());
    const answers = await Promise.all(Array.from({ length: 30 }, () => prove(token, wrong)));
    const compared = answers.filter(({ status }) => status === 403);
    expect(compared.length).toBeLessThan(limits.invitationTries);
    for (const answer of answers.filter((one) => !compared.includes(one)))
      expect([404, 503]).toContain(answer.status);
    expect(await prove(token, right)).toMatchObject(invalid);
    expect(await wrongAnswers()).toHaveLength(1);
  });

  it('ends also where the request with the last answer was interrupted [FID-09]', async () => {
    const token = await invite(await phoned(), newAddress());
    for (let tries = 1; tries < limits.invitationTries; tries += 1) await prove(token, wrong);
    const cut: Interceptor = ({ operation, input }, forward) => {
      if (operation === 'TransactWriteItems' && textOf(input).includes('wrong-answers'))
        throw new InjectedFault('The function was interrupted');
      return forward(input);
    };
    expect(await intercepting(table, [cut], () => prove(token, wrong))).toMatchObject({ status: 500 });
    expect(await wrongAnswers()).toEqual([]);
    expect(await prove(token, right)).toMatchObject(invalid);
    expect(await wrongAnswers()).toHaveLength(1);
    expect(await read(token)).toMatchObject(invalid);
  });

  it('of the office is accepted with an answer by an account whose sign-up went on before [FID-09, BHF-02]', async () => {
    const email = newAddress();
    const id = await phoned();
    const token = await invite(id, email);
    // Another link opened the account: that of a coach.
    await office.call('inviteCoach', { body: { email } });
    await system.deliver();
    const coach = system.linksTo(email, 'coach-invitation').at(-1);
    const opened = await system.call('acceptCoachInvitation', { body: { token: coach, ...person } });
    expect(opened).toMatchObject({ status: 201 });
    const userId = await userOf(email);
    expect((await read(token)).body).toMatchObject({ has_account: true, asks: 'date-of-birth' });
    expect(await acceptAs(userId, token)).toMatchObject(refused('4 more times'));
    expect(await acceptAs(userId, token, wrong)).toMatchObject(refused('3 more times'));
    expect((await getStoredFamily(table, id))?.members).toEqual([]);
    expect(await acceptAs(userId, token, right)).toMatchObject({ status: 204 });
    expect((await getStoredFamily(table, id))?.members).toMatchObject([
      { id: userId, family_role: 'holder' },
    ]);
  });
});

describe('the account of an invited adult', () => {
  it('is opened with a proved address, and is the member of no other family [AUT-42, FID-01]', async () => {
    const email = newAddress();
    const id = await phoned();
    const counts = await getPeopleCounts(table);
    const token = await invite(id, email);
    expect(await accept(token, right, { full_name: 'Zofia K.', phone_number: '07700 900111' })).toMatchObject(
      { status: 201, body: { success: true } },
    );
    const userId = await userOf(email);
    expect(await getActiveProfile(table, userId)).toMatchObject({
      ...{ id: userId, family_id: id, family_role: 'holder' },
      // What the person confirmed counts from now on.
      ...{ full_name: 'Zofia K.', phone_number: '07700 900111', email, email_verified: true },
    });
    expect(await getRegistration(table, email)).toEqual({ holder: 'account', userId });
    expect(await userPool.signIn(email, person.password)).toHaveProperty('refreshToken');
    // The family that the account was opened with is gone: there are as many as before.
    expect(await getPeopleCounts(table)).toEqual(counts);
    const families = await system.items(({ entity }) => entity === 'family');
    expect(families.map((family) => family.id)).toEqual([id]);
    await system.deliver();
    expect(system.mailsTo(email)).toHaveLength(1);
  });

  it.each([
    ['that has the address', { status: 409, body: { code: 'invitationHasAccount' } }],
    ['that an interrupted sign-up left without a family', { status: 201 }],
  ] as const)('is not opened beside one %s [AUT-42]', async (what, expected) => {
    const holder = await newParent();
    const email = newAddress();
    const inviting = await system.call('inviteAdult', { userId: holder.id, body: { email } });
    expect(inviting).toMatchObject({ status: 202 });
    const token = await latestLink(email);
    if (what === 'that has the address') await system.call('signUp', { body: { ...signUpBody(), email } });
    else await addUser(userPool, { email, password: 'left-behind' });
    expect(await accept(token)).toMatchObject(expected);
    expect(await userPool.usersOf(email)).toHaveLength(1);
    expect(await userPool.signIn(email, 'left-behind')).toHaveProperty('refusal');
  });
});

describe('the invitations of one family', () => {
  const { hour, day } = adultInvitationsPerPeriod;
  /** Ends the period of the clock: from then on it is the beginning of another one. */
  const toNext = (ms: number) => system.passTime(ms - (system.now().getTime() % ms));
  const inviteBy = (userId: UserId, email: string = newAddress()) =>
    system.call('inviteAdult', { userId, body: { email } });

  it('are at most five in an hour and ten in a day, whatever the addresses [FID-12]', async () => {
    expect([hour.most, day.most]).toEqual([5, 10]);
    const [holder, neighbour] = [await newParent(), await newParent()];
    toNext(dayMs);
    for (let time = 0; time < day.most; time += 1) {
      if (time === hour.most) {
        expect(await inviteBy(holder.id)).toMatchObject({
          status: 429,
          headers: { 'retry-after': '3600' },
          body: { code: 'tooManyAttempts' },
        });
        // Nobody else is refused for it.
        expect(await inviteBy(neighbour.id)).toMatchObject({ status: 202 });
        toNext(hourMs);
      }
      expect(await inviteBy(holder.id)).toMatchObject({ status: 202 });
    }
    toNext(hourMs);
    expect(await inviteBy(holder.id)).toMatchObject({ status: 429, headers: { 'retry-after': '86400' } });
    toNext(dayMs);
    expect(await inviteBy(holder.id)).toMatchObject({ status: 202 });
  });

  it('count for the family, whoever holds it [FID-12]', async () => {
    const holder = await newParent();
    toNext(dayMs);
    const email = newAddress();
    expect(await inviteBy(holder.id, email)).toMatchObject({ status: 202 });
    expect(await accept(await latestLink(email))).toMatchObject({ status: 201 });
    await office.call('makeAdultHolder', { params: { parentId: holder.familyId } });
    await system.call('endAdultAccess', { userId: holder.id });
    const next = await userOf(email);
    for (let time = 1; time < hour.most; time += 1)
      expect(await inviteBy(next)).toMatchObject({ status: 202 });
    expect(await inviteBy(next)).toMatchObject({ status: 429 });
  });

  it('to one mailbox of several families are no more emails than the mailbox may get [FID-12, AUT-44]', async () => {
    const families: { readonly id: UserId }[] = [];
    for (let count = 0; count < 5; count += 1) families.push(await newParent());
    toNext(dayMs);
    const name = randomUUID();
    const addresses = families.map((_, index) => `${name}+${index}@example.com`);
    for (const [index, { id }] of families.entries())
      expect(await inviteBy(id, addresses[index])).toMatchObject({ status: 202 });
    expect(await system.deliver()).toEqual([]);
    expect(addresses.flatMap((address) => system.mailsTo(address))).toHaveLength(3);
  });
});

describe('a family that the office added', () => {
  it('is joined by whoever signs up with its address, by the link that proves the mailbox [BHF-02, IMP-02]', async () => {
    const email = newAddress();
    const id = await phoned({ email });
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

    expect(await accept(link, right)).toMatchObject({ status: 201 });
    const userId = await userOf(email);
    expect(await getRegistration(table, email)).toEqual({ holder: 'account', userId });
    expect(await getProfile(table, userId)).toMatchObject({ family_id: id, family_role: 'holder' });
    expect(await getPeopleCounts(table)).toEqual(counts);
  });

  it('is joined too where a sign-up before was interrupted, and limits requests like every sign-up [BHF-02, AUT-44]', async () => {
    const email = newAddress();
    const id = await phoned({ email });
    await addUser(userPool, { email, password: 'football1' });
    const signUp = () => system.call('signUp', { body: { ...signUpBody(), email }, sourceIp: '203.0.113.7' });
    for (let count = 0; count < mailRequestsPerPeriod.mailbox.signUp; count += 1)
      expect((await signUp()).status).toBe(201);
    expect(await signUp()).toMatchObject({ status: 429 });
    expect(await system.deliver()).toEqual([]);
    const [link = '', ...others] = linksTo(email);
    expect(others).toEqual([]);
    expect(await accept(link, right)).toMatchObject({ status: 201 });
    expect((await getRegistration(table, email))?.holder).toBe('account');
    expect(await getStoredFamily(table, id)).toMatchObject({ email_verified: true });
  });

  it('is the family of its address also where an acceptance was interrupted that held it [BHF-02, IMP-02]', async () => {
    const email = newAddress();
    const id = await phoned({ email });
    const link = await invite(id, email);
    const counts = await getPeopleCounts(table);
    const seen = await getRegistration(table, email);
    await addUser(userPool, { email, password: 'football1' });
    await holdAddress(table, email, { attempt: 'interrupted', seen, now: system.now() });
    expect(await system.call('signUp', { body: { ...signUpBody(), email } })).toMatchObject({ status: 201 });
    // Nothing of the sign-up is stored, and the hold does not end before the family has its address again.
    expect(await getPeopleCounts(table)).toEqual(counts);
    const [held] = await system.items(({ PK }) => PK === registrationKey(email).PK);
    expect(held).not.toHaveProperty(tableSchema.timeToLiveAttribute);
    expect(await accept(link, right)).toMatchObject({ status: 201 });
    const userId = await userOf(email);
    expect(await getProfile(table, userId)).toMatchObject({ family_id: id, family_role: 'holder' });
    expect(await getPeopleCounts(table)).toEqual(counts);
  });

  it('is given an address later, and another one, whose link ends the one before [BHF-02, AUT-45]', async () => {
    const id = await phoned();
    const [wrong, right] = [newAddress(), newAddress()];
    const first = await invite(id, wrong);
    const second = await invite(id, right);
    expect(await getRegistration(table, wrong)).toBeUndefined();
    expect(await read(first)).toMatchObject(invalid);
    expect((await read(second)).status).toBe(200);
    const again = await invite(id, right);
    expect(await read(second)).toMatchObject(invalid);
    system.passTime(limits.invitationDays * dayMs - 60 * secondMs);
    expect((await read(again)).status).toBe(200);
    system.passTime(60 * secondMs);
    expect(await accept(again, { date_of_birth: ola.date_of_birth })).toMatchObject(invalid);
  });

  it('is not invited by the address of an account or of another family [BHF-02]', async () => {
    const body = signUpBody();
    await system.call('signUp', { body });
    const other = newAddress();
    await phoned({ email: other });
    const id = await phoned();
    for (const email of [body.email, other])
      expect(await askFor(id, email)).toMatchObject({ status: 409, body: { code: 'emailOfOther' } });
    const member = await userOf(body.email);
    const { family_id } = (await getAccount(table, member)) ?? expect.unreachable('signed up above');
    expect(await askFor(family_id, newAddress())).toMatchObject({ body: { code: 'familyHasLogin' } });
  });

  it.each(['', newAddress()])(
    'has one address where two are given to it at the same time, after "%s" [BHF-02]',
    async (before) => {
      const id = await phoned({ email: before });
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
});
