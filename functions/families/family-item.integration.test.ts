import { expect, it } from 'vitest';
import { sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { startTests } from '#infra/testing/services/system';
import { editOf } from '#shared/contract/edits';
import { contactValues } from '#shared/families/profile-input';
import { type FamilyId, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { getAccountWithFamily, getProfile } from '../accounts/accounts.ts';
import { invitationPut, newInvitation, type StoredInvitation } from '../accounts/coaches.ts';
import {
  getStoredFamily,
  holderOf,
  memberOf,
  memberPath,
  secondAdultOf,
} from '../accounts/stored-families.ts';
import { exists } from '../lib/dynamo/expressions.ts';
import type { Item } from '../lib/dynamo/items.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import {
  changeHolder,
  endInvitationBy,
  endUnprovedInvitation,
  joinFamily,
  leaveFamily,
  storeAdultInvitation,
  storeMoneyMails,
  withdrawAdultInvitation,
  writesOfRemoval,
} from './adults.ts';
import { updateContact } from './contacts.ts';
import { familyTaskPut, listFamilyTasks, tasksOf } from './tasks.ts';

const { table } = await startTests(() => ({}));
const now = sampleNow;
const at = instantOf(now);
const office = userIdSchema.parse('00000000-0000-4000-8000-000000000000');

const typed = { full_name: 'Zofia Kowalska', email: 'zofia@example.com', phone_number: '07700 900456' };
const invited = { email: 'sam@example.com', invited_at: at, valid_until: at };

/** A stored family of some members, and their accounts. */
interface Scene {
  readonly id: FamilyId;
  readonly holder: UserId;
  readonly adult: UserId;
}

type Payer = 'holder' | 'adult' | 'nobody chosen';

/** A family of as many members, with all that a family's item may have. */
const given = async (members: 0 | 1 | 2, payer: Payer = 'nobody chosen'): Promise<Scene> => {
  const { id, profile } = await storedFamily(table);
  const scene = {
    id,
    holder: profile.id,
    adult: members === 2 ? (await addSecondAdult(table, id)).id : office,
  };
  const money_mails = payer === 'holder' ? scene.holder : scene.adult;
  await updateItem(table, familyKey(id), {
    set: {
      office_contact: typed,
      adult_invited: invited,
      removed_logins: [{ account: office, since: at, until: at }],
      ...(payer !== 'nobody chosen' && { money_mails }),
    },
    ...(members === 0 && { remove: [memberPath(scene.holder)] }),
    if: exists,
  });
  return scene;
};

const itemOf = async ({ id }: Pick<Scene, 'id'>): Promise<Item> =>
  (await getItem(table, { key: familyKey(id), fromItem: (item) => item })) ?? expect.unreachable('no family');
const familyOf = async ({ id }: Pick<Scene, 'id'>) =>
  (await getStoredFamily(table, id)) ?? expect.unreachable('no family');
/** What is typed in place of the contact that is shown: a member's, or the one that counts for the family. */
const editBy = async (scene: Pick<Scene, 'id'>, member?: UserId) => {
  const family = await familyOf(scene);
  const contact = contactValues((member && memberOf(family, member)) ?? family);
  return editOf(contact, { full_name: typed.full_name, phone_number: typed.phone_number });
};
const accountOf = async (id: UserId) => (await getProfile(table, id)) ?? expect.unreachable('no account');

const remove = async (scene: Scene, account: UserId) =>
  sendTransaction(table, writesOfRemoval(table, await familyOf(scene), account));
const leave = async (scene: Scene, account: UserId, isNoted: boolean) =>
  leaveFamily(table, { family: await familyOf(scene), account: await accountOf(account), now, isNoted }, []);
const swap = async (scene: Scene) => {
  const family = await familyOf(scene);
  const [holder, adult] = [holderOf(family), secondAdultOf(family)];
  if (!holder || !adult) throw new Error('Two adults are expected');
  return changeHolder(table, family, { adult, holder }, []);
};

const invitationOf = async (
  { id }: Scene,
  holds: boolean,
  by: UserId = office,
): Promise<StoredInvitation> => {
  const of = { email: invited.email, by, now, role: 'adult', familyId: id } as const;
  const invitation = { ...newInvitation({ ...of, ...(holds && { holds }) }), secret_hash: 'hash' };
  await sendTransaction(table, [
    invitationPut(table, invitation),
    ...(['no-login', 'wrong-answers'] as const).map((kind) =>
      familyTaskPut(table, { kind, family_id: id, at }),
    ),
  ]);
  return invitation;
};

/** The account of the last invited who joined. */
const joined = { id: office };
const join = async (scene: Scene, holds: boolean) => {
  const own = await storedFamily(table, { children: [] });
  const account = (await getAccountWithFamily(table, own.profile.id)) ?? expect.unreachable('no account');
  joined.id = own.profile.id;
  const invitation = await invitationOf(scene, holds);
  return joinFamily(table, account, { invitation, family: await familyOf(scene) }, now, []);
};

/** The parts of the members of an item after they changed; without one that has gone. */
const membersOf = ({ members }: Item, changes: Record<UserId, object | undefined>) => {
  const all = Object.entries({ ...Object(members), ...changes });
  return Object.fromEntries(
    all.flatMap(([id, change]) => (change ? [[id, { ...Object(members)[id], ...change }]] : [])),
  );
};

interface Row {
  readonly scene: () => Promise<Scene>;
  readonly change: (scene: Scene) => Promise<unknown>;
  /** The attributes that change; undefined for what is removed. All others stay as they were. */
  readonly changed: (before: Item, scene: Scene) => Record<string, unknown>;
}

const rows: Readonly<Record<string, Row>> = {
  'the second adult goes, who gets the emails about money': {
    scene: () => given(2, 'adult'),
    change: (scene) => remove(scene, scene.adult),
    changed: (before, { holder, adult }) => ({
      members: membersOf(before, { [adult]: undefined, [holder]: { role: 'holder' } }),
      money_mails: undefined,
    }),
  },
  'the second adult goes, and the holder gets the emails about money': {
    scene: () => given(2, 'holder'),
    change: (scene) => remove(scene, scene.adult),
    changed: (before, { adult }) => ({ members: membersOf(before, { [adult]: undefined }) }),
  },
  'the holder goes, who gets the emails about money': {
    scene: () => given(2, 'holder'),
    change: (scene) => remove(scene, scene.holder),
    changed: (before, { holder, adult }) => ({
      members: membersOf(before, { [holder]: undefined, [adult]: { role: 'holder' } }),
      money_mails: undefined,
    }),
  },
  'the holder goes, and the second adult gets the emails about money': {
    scene: () => given(2, 'adult'),
    change: (scene) => remove(scene, scene.holder),
    changed: (before, { holder, adult }) => ({
      members: membersOf(before, { [holder]: undefined, [adult]: { role: 'holder' } }),
    }),
  },
  'the second adult leaves': {
    scene: () => given(2),
    change: (scene) => leave(scene, scene.adult, false),
    changed: (before, { adult }) => ({ members: membersOf(before, { [adult]: undefined }) }),
  },
  'the office takes the last login off': {
    scene: () => given(1, 'holder'),
    change: (scene) => leave(scene, scene.holder, true),
    changed: (before, { holder }) => ({
      members: {},
      money_mails: undefined,
      removed_logins: [
        ...Object(before.removed_logins),
        { account: holder, since: Object(before.members)[holder].since, until: at },
      ],
    }),
  },
  'the holder changes, where nobody was chosen for the emails about money': {
    scene: () => given(2),
    change: swap,
    changed: (before, { holder, adult }) => ({
      members: membersOf(before, { [holder]: { role: 'adult' }, [adult]: { role: 'holder' } }),
      money_mails: holder,
    }),
  },
  'the holder changes, where the second adult gets the emails about money': {
    scene: () => given(2, 'adult'),
    change: swap,
    changed: (before, { holder, adult }) => ({
      members: membersOf(before, { [holder]: { role: 'adult' }, [adult]: { role: 'holder' } }),
    }),
  },
  'a second adult joins': {
    scene: () => given(1, 'holder'),
    change: (scene) => join(scene, false),
    changed: (before) => ({
      members: {
        ...Object(before.members),
        [joined.id]: expect.objectContaining({ role: 'adult', since: at }),
      },
      adult_invited: undefined,
    }),
  },
  'the first member joins a family without a login': {
    scene: () => given(0),
    change: (scene) => join(scene, true),
    changed: () => ({
      members: { [joined.id]: expect.objectContaining({ role: 'holder', email_verified: true }) },
      adult_invited: undefined,
    }),
  },
  'a holder invites another address': {
    scene: () => given(1),
    change: async (scene) => {
      const family = await familyOf(scene);
      return storeAdultInvitation(table, { family, by: scene.holder, email: 'jo@example.com', now }, []);
    },
    changed: () => ({ adult_invited: expect.objectContaining({ email: 'jo@example.com' }) }),
  },
  'the office invites another address of a family without a login': {
    scene: () => given(0),
    change: async (scene) => {
      const family = await familyOf(scene);
      return storeAdultInvitation(table, { family, by: office, email: 'jo@example.com', now }, []);
    },
    changed: () => ({
      adult_invited: expect.objectContaining({ email: 'jo@example.com' }),
      office_contact: { ...typed, email: 'jo@example.com' },
    }),
  },
  'the invitation is withdrawn': {
    scene: () => given(1),
    change: (scene) => withdrawAdultInvitation(table, scene, []),
    changed: () => ({ adult_invited: undefined }),
  },
  'the invitation of an account ends': {
    scene: () => given(2),
    change: async (scene) => {
      await invitationOf(scene, false, scene.adult);
      return endInvitationBy(table, scene, scene.adult);
    },
    changed: () => ({ adult_invited: undefined }),
  },
  'the invitation that another account made stays': {
    scene: () => given(2),
    change: async (scene) => {
      await invitationOf(scene, false, scene.holder);
      return endInvitationBy(table, scene, scene.adult);
    },
    changed: () => ({}),
  },
  'the invitation ends after wrong answers': {
    scene: () => given(0),
    change: async (scene) => endUnprovedInvitation(table, await invitationOf(scene, true), scene, now),
    changed: () => ({ adult_invited: undefined }),
  },
  'the emails about money go to another adult': {
    scene: () => given(2),
    change: (scene) => storeMoneyMails(table, scene, scene.adult, at, []),
    changed: (_, { adult }) => ({ money_mails: adult }),
  },
  'a member changes name and phone number': {
    scene: () => given(2),
    change: async (scene) =>
      updateContact(
        table,
        { family: await familyOf(scene), whose: scene.adult },
        await editBy(scene, scene.adult),
      ),
    changed: (before, { adult }) => ({
      members: membersOf(before, {
        [adult]: { full_name: typed.full_name, phone_number: typed.phone_number },
      }),
    }),
  },
  'the office changes name and phone number of a family with a login': {
    scene: () => given(2),
    change: async (scene) =>
      updateContact(table, { family: await familyOf(scene), whose: 'family' }, await editBy(scene)),
    changed: (before, { holder }) => ({
      members: membersOf(before, {
        [holder]: { full_name: typed.full_name, phone_number: typed.phone_number },
      }),
    }),
  },
  'the office changes name and phone number of a family without a login': {
    scene: () => given(0),
    change: async (scene) => {
      const edit = { full_name: 'Olga Kowalska', shown: { full_name: typed.full_name } };
      return updateContact(table, { family: await familyOf(scene), whose: 'family' }, edit);
    },
    changed: () => ({ office_contact: { ...typed, full_name: 'Olga Kowalska' } }),
  },
};

it.each(Object.entries(rows))(
  'the item of a family changes in nothing else when %s [FID-05, FID-10, FID-13]',
  async (_, { scene: begin, change, changed }) => {
    const scene = await begin();
    const before = await itemOf(scene);
    await change(scene);
    const after = { ...before, ...changed(before, scene) };
    expect(await itemOf(scene)).toEqual(
      Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined)),
    );
  },
);

it('a member who joins ends what the office is asked about the login of the family [FID-07, FID-09]', async () => {
  const kindsOf = async ({ id }: Scene) =>
    tasksOf(await listFamilyTasks(table), id)
      .map(({ kind }) => kind)
      .toSorted();
  const [without, withHolder] = [await given(0), await given(1)];
  await join(without, true);
  expect(await kindsOf(without)).toEqual([]);
  await join(withHolder, false);
  expect(await kindsOf(withHolder)).toEqual(['no-login', 'wrong-answers']);
});

it('of a family that signed up keeps the name alone when the last login is taken off [FID-10]', async () => {
  const { id, profile } = await storedFamily(table);
  const scene = { id, holder: profile.id, adult: office };
  await leave(scene, profile.id, true);
  const left = { full_name: profile.full_name, email: '', phone_number: '', email_verified: false };
  expect((await itemOf(scene)).office_contact).toEqual({ ...left, email_problem: null });
  // A family of two keeps the contact of the other one alone.
  const pair = await storedFamily(table);
  await addSecondAdult(table, pair.id);
  await leave({ ...scene, id: pair.id }, pair.profile.id, true);
  expect(await itemOf(pair)).not.toHaveProperty('office_contact');
});
