import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberPath } from '#functions/accounts/stored-families';
import { keyText } from '#functions/lib/dynamo/items';
import { accountKey, familyKey } from '#functions/lib/dynamo/keys-of-people';
import { deleteItem, updateItem } from '#functions/lib/dynamo/writes';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import type { Profile } from '#shared/families/family';
import { familyClaim } from '#shared/roles';
import { codeOfRefusal } from '../attack/answers.ts';
import { keysOf, removeAllBut, snapshotOf, startAttackStack } from '../attack/attack-stack.ts';
import { createFixtures, type Fixtures } from '../attack/fixtures.ts';
import type { Named } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import type { SampleFamily } from '../samples/samples.ts';
import { putMember, resetAccounts } from '../samples/stored.ts';
import type { TestStack } from '../stack/test-stack.ts';

type Member = Awaited<ReturnType<TestStack['createMember']>>;

let stack: TestStack;
let fixtures: Fixtures;
/** The family of which the one is a member, and the other was. */
let family: SampleFamily;
let member: Member;
let former: Member;
let erased: Member;
let initialKeys: ReadonlySet<string>;
beforeAll(async () => {
  stack = await startAttackStack();
  fixtures = await createFixtures(stack);
  ({ family } = fixtures.callers.parent);
  former = await stack.createMember(family);
  await moveToAnother(former.profile, family);
  erased = await stack.createMember(family);
  await removeMember(erased.profile, family);
  await deleteItem(stack.table, accountKey(erased.profile.id));
  member = await stack.createMember(family);
  initialKeys = new Set((await keysOf(stack)).map(keyText));
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await resetAccounts(stack.table, [{ family }]);
  // The account that signed up is the second adult, also after a test has ended its access: every route answers the other one.
  await putMember(stack.table, family.profile, { family_id: family.id, family_role: 'adult' });
  await putMember(stack.table, member.profile, { family_id: family.id, family_role: 'holder' });
});

const removeMember = async ({ id }: Profile, from: SampleFamily): Promise<void> => {
  await updateItem(stack.table, familyKey(from.id), { remove: [memberPath(id)] });
};

/** Makes an account a member of another family. @returns that family */
const moveToAnother = async (profile: Profile, from: SampleFamily): Promise<SampleFamily> => {
  const other = await stack.createAccount();
  await putMember(stack.table, profile, { family_id: other.family.id, family_role: 'adult' });
  await removeMember(profile, from);
  return other.family;
};

/** Every route of families, with what it is asked for. The last one removes the child that others ask for. */
const asked = routeList
  .filter(({ route }) => route.actsFor === 'family')
  .map(({ name }) => {
    const named: readonly Named[] = ['own', 'present'];
    return { route: name, named: named.find((thing) => thing in routeRows[name].answers) ?? 'nothing' };
  })
  .toSorted((one, other) => Number(one.route === 'removeChild') - Number(other.route === 'removeChild'));

/** What the holder of a family with two adults is answered, otherwise than that of a family with one. */
const ofTwoAdults: Partial<Record<RouteName, string | number>> = {
  inviteAdult: 'adultExists',
  endAdultAccess: 204,
};

const prepare = async (route: RouteName, named: Named, of = family) => {
  const caller = { family: of, token: fixtures.callers.parent.token };
  const question = { fixtures, name: 'visitor', caller, named } as const;
  const { by: _, ...request } = await routeRows[route].ask(question);
  return { ...request, route };
};

/** What is stored of the family: items that name it, each as text. */
const storedOf = async ({ id, profile }: SampleFamily): Promise<string[]> =>
  (await snapshotOf(stack)).filter((text) => text.includes(id) || text.includes(profile.id));

const secretsOf = ({ profile, children }: SampleFamily) => [profile.email, ...children.map(({ id }) => id)];

it('books for the family that a token names only while the family names the member [BHF-03]', async () => {
  const { family: own } = await stack.createAccount();
  const leaving = await stack.createMember(own);
  const token = await stack.signIn(leaving.profile.email);
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ [familyClaim]: own.id });
  const request = { ...(await prepare('bookSlot', 'own', own)), token };
  const booked = await stack.call(request);
  expect(booked.status).toBe(201);
  // The same attempt again is answered with the booking, which only the family may see.
  expect(Object((await stack.call(request)).body).id).toBe(Object(booked.body).id);

  expect(await stack.call({ route: 'endAdultAccess', token })).toMatchObject({ status: 204 });
  const before = await storedOf(own);
  const { child_id } = Object(request.body);
  for (const again of [request, { ...request, idempotencyKey: randomUUID() }]) {
    const answer = await stack.call(again);
    expect(codeOfRefusal(answer)).toBe('childNotFound');
    for (const secret of [...secretsOf(own), Object(booked.body).id])
      expect(JSON.stringify(answer.body)).not.toContain(secret);
  }
  const odd = {
    ...request,
    idempotencyKey: randomUUID(),
    body: { ...Object(request.body), child_id: `${child_id} ` },
  };
  expect(codeOfRefusal(await stack.call(odd))).toBe('childNotFound');
  expect(await storedOf(own)).toEqual(before);
  await removeAllBut(stack, initialKeys);
});

describe.each(asked)('$route', ({ route, named }) => {
  it('gives a former member nothing of the family, whatever the request claims [BHF-03]', async () => {
    const request = await prepare(route, named);
    const token = await stack.signIn(former.profile.email);
    const before = await storedOf(family);
    const claims = { 'x-family-id': family.id, cookie: `family=${family.id}` };
    const answer = await stack.call({ ...request, token, headers: { ...request.headers, ...claims } });
    const claimed = await stack.call({ ...request, token, query: { family_id: family.id } });
    for (const { body } of [answer, claimed])
      for (const secret of secretsOf(family)) expect(JSON.stringify(body ?? '')).not.toContain(secret);
    const ofErased = await stack.call({ ...request, token: await stack.signIn(erased.profile.email) });
    expect(codeOfRefusal(ofErased)).toBe('notAuthenticated');
    expect(await storedOf(family)).toEqual(before);
  });

  it('answers a member as the holder, without the contact of the other adult [BHF-03, ADT-01]', async () => {
    const request = await prepare(route, named);
    const token = await stack.signIn(member.profile.email);
    const answer = await stack.call({ ...request, token });
    const { parent: ofOneAdult } = Object(routeRows[route].answers[named]);
    const expected = Object(ofTwoAdults)[route] ?? ofOneAdult;
    if (answer.status >= 400) expect(codeOfRefusal(answer)).toBe(expected);
    else expect(answer.status).toBe(expected);
    expect(JSON.stringify(answer.body ?? '')).not.toContain(family.profile.email);
    expect(routes[route].access).toBe('member');
    await removeAllBut(stack, initialKeys);
  });
});
