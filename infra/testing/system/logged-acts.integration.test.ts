import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putSecondFactor } from '#functions/accounts/second-factor';
import type { Route } from '#shared/contract/route';
import { type RouteName, type Routes, routes } from '#shared/contract/routes';
import { instantOf } from '#shared/lib/values';
import { type Activity, activitySchema } from '#shared/school/activity';
import { accessTable } from '../attack/access-table.ts';
import { startAttackStack } from '../attack/attack-stack.ts';
import { type Caller, createFixtures, type Fixtures } from '../attack/fixtures.ts';
import type { Asked, Named } from '../attack/requests/question.ts';
import { validRequests } from '../attack/valid-requests.ts';
import type { TestStack } from '../stack/test-stack.ts';
import { readAllItems } from '../table/all-items.ts';

let stack: TestStack;
let fixtures: Fixtures;
beforeAll(async () => {
  stack = await startAttackStack();
  fixtures = await createFixtures(stack);
});
afterAll(() => stack.stop());

/** The routes by which the office changes something. */
type OfficeRoute = {
  [Name in RouteName]: Routes[Name] extends { method: 'GET' } | { readOnly: true }
    ? never
    : Routes[Name] extends { access: 'admin' }
      ? Name
      : never;
}[RouteName];
type Action = Activity['action'];

const secondAdult = async (): Promise<Asked> => {
  const { family } = await fixtures.newAccount();
  await stack.createMember(family);
  return { params: { parentId: family.id } };
};

/** A request about an import of one family. */
const imported = async (): Promise<Asked> => {
  const caller = fixtures.callers.admin;
  const asked = await validRequests.importFamilies({ fixtures, name: 'admin', caller, named: 'nothing' });
  const { status } = await stack.call({ ...asked, route: 'importFamilies', token: caller.token });
  expect(status).toBe(200);
  return { params: { importId: Object(asked.body).import_id }, body: { after: null } };
};

const forgotten = 'it is about no person and no money, and is entered again at any time';
const ofMessages = 'admin-unsent.integration.test.ts has what is settled, by each action';

/**
 * What the log has of each act of the office, or why it has nothing. With a request of its own where the one of the access matrix
 * changes nothing. The compiler asks for each route.
 */
const ofOffice: Readonly<
  Record<OfficeRoute, Action | readonly [Action, () => Promise<Asked>] | { readonly because: string }>
> = {
  saveSettings: ['settings.updated', async () => ({ body: { instructions: [randomUUID()] } })],
  createClass: 'class.created',
  updateClass: 'class.updated',
  setClassSale: 'class.updated',
  deleteClass: 'class.deleted',
  createDraft: 'class.drafted',
  updateDraft: 'class.draft-updated',
  deleteDraft: 'class.draft-deleted',
  publishDraft: 'class.published',
  planTerm: 'class.drafted',
  publishTerm: { because: 'each class has an entry of its own when it is published, by the timer' },
  createVenue: 'venue.created',
  updateVenue: 'venue.updated',
  deleteVenue: 'venue.deleted',
  previewCancellation: { because: 'it stores nothing' },
  cancelSessions: 'session.cancelled',
  restoreSession: 'session.restored',
  chooseRemedy: 'session.remedied',
  creditSession: 'session.credited',
  addToWaitingList: 'waiting.added',
  putWaitingFirst: 'waiting.put-first',
  removeFromWaitingList: 'waiting.removed',
  withdrawOffer: 'waiting.offer-withdrawn',
  takeOfferForFamily: 'waiting.offer-taken',
  declineOfferForFamily: 'waiting.offer-declined',
  bookForFamily: 'booking.made',
  updateBooking: 'booking.updated',
  deleteBooking: 'booking.deleted',
  decideLateEnding: 'booking.credited',
  moveBooking: 'booking.moved',
  addFamily: 'family.added',
  addFamilyChildren: 'family.children-added',
  correctChild: 'family.child-corrected',
  downloadFamilyData: 'family.exported',
  inviteFamily: 'family.invited',
  addFamilyNote: { because: 'a note names its author and its time, and is never changed' },
  updateParent: 'parent.updated',
  endAdultAccessOf: ['family.adult-removed', secondAdult],
  removeLogin: 'family.login-removed',
  joinFamilies: 'family.joined',
  notSameFamily: 'family.not-same',
  makeAdultHolder: ['family.holder-changed', secondAdult],
  deleteParent: 'parent.deleted',
  importFamilies: 'families.imported',
  inviteImported: ['families.invited', imported],
  undoImport: ['families.import-undone', imported],
  recordPayment: 'entry.recorded',
  recordRefund: 'entry.recorded',
  recordAllowance: 'entry.recorded',
  takeBackEntry: 'entry.taken-back',
  setDoNotRemind: 'parent.updated',
  setSecondReference: 'parent.updated',
  remindFamilies: 'families.reminded',
  keepBankColumns: { because: forgotten },
  recordBankRows: 'entry.recorded',
  keepBankRows: { because: 'a row that is kept waits for an act, which is logged' },
  assignUnassignedRow: 'entry.recorded',
  ignoreUnassignedRow: 'bank-row.ignored',
  grantAdmin: 'role.granted',
  inviteAdmin: 'admin.invited',
  withdrawAdminInvitation: 'admin.invitation-withdrawn',
  revokeAdmin: 'role.revoked',
  resetSecondFactor: [
    'second-factor.reset',
    async () => {
      const userId = (await fixtures.newAccount()).family.profile.id;
      await putSecondFactor(stack.table, userId, { at: instantOf(new Date()), codes: ['code'] });
      return { params: { userId } };
    },
  ],
  grantCoach: 'coach.granted',
  revokeCoach: 'coach.revoked',
  inviteCoach: 'coach.invited',
  withdrawCoachInvitation: 'coach.invitation-withdrawn',
  setCoachChecks: 'coach.checked',
  setCover: 'cover.set',
  finishUnlisted: { because: 'the child on no list says itself who dealt with it' },
  deleteUnlisted: { because: 'the child on no list says itself who dealt with it' },
  removeReader: 'reader.removed',
  sendMessage: 'message.sent',
  sendTestMessage: { because: 'it goes to nobody but who sends it' },
  settleUnsentMail: { because: ofMessages },
  settleUnsentMessage: { because: ofMessages },
  sendMessageAgain: 'message.resent',
};

/** What the log has of an act of a family. Who accepts an invitation to a role gets it from who invited. */
const ofFamilies = {
  inviteAdult: 'family.adult-invited',
  chooseMoneyMails: 'family.money-mails-changed',
  cancelBooking: 'booking.cancelled',
  acceptMyCoachInvitation: 'coach.granted',
  acceptMyAdminInvitation: 'role.granted',
} satisfies Partial<Record<RouteName, Action>>;

/** What an entry of the log names of the entry of a ledger. */
const kinds: Partial<Record<RouteName, string>> = {
  recordPayment: 'payment',
  recordRefund: 'refund',
  recordAllowance: 'credit',
  takeBackEntry: 'waiver',
};

/** Acts that no request of these has, with the test that has them. */
const others: Partial<Record<Action, string>> = {
  'family.adult-joined': 'adults.integration.test.ts',
  'second-factor.on': 'required-factor.integration.test.ts',
  'message.left': ofMessages,
  'mail.sent-again': ofMessages,
  'mail.left': ofMessages,
};

interface Act {
  readonly route: RouteName;
  readonly asker: 'admin' | 'parent';
  readonly action: Action;
  readonly own?: () => Promise<Asked>;
}

// Object.entries widens the keys; the records are closed.
const acts: Act[] = [
  ...(Object.entries(ofOffice) as [OfficeRoute, (typeof ofOffice)[OfficeRoute]][]).flatMap(
    ([route, logged]): Act[] => {
      if (typeof logged === 'string') return [{ route, asker: 'admin', action: logged }];
      return 'because' in logged ? [] : [{ route, asker: 'admin', action: logged[0], own: logged[1] }];
    },
  ),
  ...(Object.entries(ofFamilies) as [RouteName, Action][]).map(
    ([route, action]): Act => ({ route, action, asker: 'parent' }),
  ),
];

/** A request of the access matrix that is accepted, about something of another family where there is one. */
const fromMatrix = async (route: RouteName, asker: Act['asker']): Promise<Asked> => {
  const caller = fixtures.callers[asker];
  const named = (['foreign', 'present', 'own', 'nothing'] satisfies Named[]).find(
    (thing) => typeof Reflect.get(accessTable[route], thing)?.[asker] === 'number',
  );
  if (!named) throw new Error('The access matrix has no such request');
  return validRequests[route]({ fixtures, name: asker, caller, named });
};

const logOf = async (): Promise<Activity[]> =>
  (await readAllItems(stack.table))
    .filter(({ entity }) => entity === 'activity')
    .map((item) => activitySchema.parse(item));

it.each(acts)('$route is logged as $action, once [BHF-03]', async ({ route, asker, action, own }) => {
  const { by = fixtures.callers[asker], ...asked } = await (own?.() ?? fromMatrix(route, asker));
  const { freshSignIn, status }: Route = routes[route];
  const { token }: Caller = freshSignIn ? { ...by, token: await stack.signIn(by.family.profile.email) } : by;
  const before = new Set((await logOf()).map(({ id }) => id));
  expect(await stack.call({ ...asked, route, token })).toMatchObject({ status });
  const entries = (await logOf()).filter(({ id }) => !before.has(id));
  expect(entries.map((entry) => entry.action)).toEqual([action]);
  const kind = kinds[route];
  if (kind) expect(entries.map(({ fields }) => fields)).toEqual([[kind]]);
  const isGranted = action === 'coach.granted' || action === 'role.granted';
  if (asker === 'admin' || !isGranted)
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([by.family.profile.id]);
});

it('every action of the log is one of an act', () => {
  const tested = new Set([...acts.map(({ action }) => action), ...Object.keys(others)]);
  expect([...tested].toSorted()).toEqual(activitySchema.shape.action.options.toSorted());
});
