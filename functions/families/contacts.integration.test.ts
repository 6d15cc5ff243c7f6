import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SampleFamily, sampleFamily } from '#infra/testing/samples/samples';
import { addSecondAdult, putMember, storedFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { getProfile } from '../accounts/accounts.ts';
import { childWords, familyContactWords, wordKeys } from '../accounts/search-words.ts';
import { getStoredFamily, holderOf, secondAdultOf } from '../accounts/stored-families.ts';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { keyOfItem, keyText } from '../lib/dynamo/items.ts';
import { changeHolder, leaveFamily } from './adults.ts';
import { addPhonedFamily, phonedFamily } from './families.ts';
import { findFamilies } from './find-families.ts';

const { table, clock, handler } = await startTests(() => ({}));
const admin = adminApi({ table, clock });

let phones = 900_000;
/** Another name and phone number. */
const newContact = () => {
  phones += 1;
  return { full_name: `Quinn ${randomUUID().replaceAll(/[^a-f]/g, '')}x`, phone_number: `07700 ${phones}` };
};
type Entered = ReturnType<typeof newContact>;

const byOffice = ({ id }: Pick<SampleFamily, 'id'>, body: Partial<Entered>) =>
  admin.call('updateParent', { params: { parentId: id }, body });
const byMember = (
  familyId: FamilyId,
  userId: UserId,
  body: Partial<Entered> & { remind_every_session?: boolean },
) => invoke(handler, { route: 'updateMyProfile', userId, familyId, body });

const stored = async ({ id }: Pick<SampleFamily, 'id'>) =>
  (await getStoredFamily(table, id)) ?? expect.unreachable('no family');
const found = async (query: string) => (await findFamilies(table, query, 5)).map(({ id }) => id);

/** An account leaves. */
const leave = async (of: Pick<SampleFamily, 'id'>, id: UserId, isNoted: boolean): Promise<void> => {
  const account = (await getProfile(table, id)) ?? expect.unreachable('no account');
  const left = { family: await stored(of), account, now: clock(), isNoted };
  expect(await leaveFamily(table, left, [])).toMatchObject({ outcome: 'done' });
};

/** That a contact counts for a family, which has the words of it and of its children, and no others. */
const expectContact = async ({ id }: Pick<SampleFamily, 'id'>, contact: Entered) => {
  const family = await stored({ id });
  expect(family).toMatchObject(contact);
  for (const text of Object.values(contact)) expect(await found(text)).toEqual([id]);
  const items = (await readAllItems(table)).filter((item) => item.entity === 'word' && item.parent_id === id);
  const words = [...familyContactWords(family), ...childWords(family.child_names)];
  const expected = wordKeys(id, words).map(keyText);
  expect(items.map((item) => keyText(keyOfItem(item))).toSorted()).toEqual(expected.toSorted());
};

it('a contact that the office and its person change at the same time keeps the wish for reminders, which the office does not change [MSG-05]', async () => {
  const family = await storedFamily(table);
  const { id } = family.profile;
  await byMember(family.id, id, { ...newContact(), remind_every_session: true });
  const contact = newContact();
  await byOffice(family, contact);
  expect(await getProfile(table, id)).toMatchObject({ ...contact, remind_every_session: true });
});

describe('a contact that the office changes while', () => {
  const change = async (
    family: Pick<SampleFamily, 'id'>,
    meanwhile: () => Promise<unknown>,
    isOther = false,
  ): Promise<Entered> => {
    const contact = newContact();
    const answer = await withChangeBetween(table, meanwhile, () => byOffice(family, contact));
    // Where it is another contact than the one that was shown, the form shows it and is saved again (PRF-01).
    expect(answer.status).toBe(isOther ? 409 : 200);
    if (isOther) expect(await byOffice(family, contact)).toMatchObject({ status: 200, body: contact });
    return contact;
  };

  it('the holder changes is that of the new holder, and the former keeps the own one [FID-04, FID-13]', async () => {
    const family = await storedFamily(table);
    const second = await addSecondAdult(table, family.id);
    const contact = await change(family, async () => {
      const before = await stored(family);
      const [holder, adult] = [holderOf(before), secondAdultOf(before)];
      if (!holder || !adult) throw new Error('Two adults are expected');
      expect(await changeHolder(table, before, { adult, holder }, [])).toMatchObject({ outcome: 'done' });
    });
    expect((await stored(family)).members).toMatchObject([
      { id: second.id, ...contact },
      { id: family.profile.id, full_name: 'Pat Parent', phone_number: '07700 900123' },
    ]);
    expect(await found(contact.full_name)).toEqual([family.id]);
  });

  it('the holder leaves is that of the other one, and goes with nobody [FID-10, FID-13]', async () => {
    const family = await storedFamily(table);
    const second = await addSecondAdult(table, family.id);
    const contact = await change(family, () => leave(family, family.profile.id, true));
    expect((await stored(family)).members).toMatchObject([{ id: second.id, ...contact }]);
    expect(await getProfile(table, family.profile.id)).toMatchObject({ full_name: 'Pat Parent' });
  });

  it('the first member joins is that of the member, and what was typed stays as it was [FID-13]', async () => {
    const typed = { ...newContact(), email: '', children: [] };
    const phoned = phonedFamily(typed, clock());
    await addPhonedFamily(table, phoned, []);
    const { profile } = sampleFamily();
    const { id } = phoned.family;
    const join = () => putMember(table, profile, { family_id: id, family_role: 'holder' });
    const contact = await change({ id }, join, true);
    const { members, office_contact } = await stored({ id });
    expect(members).toMatchObject([{ id: profile.id, ...contact }]);
    expect(office_contact).toMatchObject({ full_name: typed.full_name, phone_number: typed.phone_number });
  });

  it('the last member is taken off is what the office typed [FID-10, FID-13]', async () => {
    const family = await storedFamily(table);
    const contact = await change(family, () => leave(family, family.profile.id, true), true);
    const { members, office_contact } = await stored(family);
    expect([members, office_contact]).toMatchObject([[], contact]);
    await expectContact(family, contact);
  });

  it('nobody did is the name alone of the last member who signed up and is taken off [FID-10]', async () => {
    const family = await storedFamily(table);
    await leave(family, family.profile.id, true);
    const { full_name } = family.profile;
    const left = { full_name, email: '', phone_number: '', email_verified: false, email_problem: null };
    expect((await stored(family)).office_contact).toEqual(left);
  });

  it('the family is being deleted stays as it was [END-12]', async () => {
    const family = await storedFamily(table);
    const begin = () => beginFamilyDeletion(table, family.id);
    const answer = await withChangeBetween(table, begin, () => byOffice(family, newContact()));
    expect(answer).toMatchObject({ status: 404, body: { code: 'parentNotFound' } });
    expect(await stored(family)).toMatchObject({ full_name: 'Pat Parent', deleting: true });
  });
});

it('of a person who leaves meanwhile is not changed, and nothing of the person stays with the family [FID-13]', async () => {
  const family = await storedFamily(table);
  const second = await addSecondAdult(table, family.id);
  const contact = newContact();
  const leaving = () => leave(family, second.id, false);
  const answer = await withChangeBetween(table, leaving, () => byMember(family.id, second.id, contact));
  expect(answer).toMatchObject({ status: 404, body: { code: 'profileNotFound' } });
  expect((await stored(family)).members.map(({ id }) => id)).toEqual([family.profile.id]);
  for (const text of Object.values(contact)) expect(await found(text)).toEqual([]);
});
