import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberships } from '#functions/accounts/accounts';
import { createInvitationLink, listInvitations } from '#functions/accounts/coaches';
import { getRegistration } from '#functions/accounts/registrations';
import { listAllFamilies } from '#functions/accounts/stored-families';
import { createToken } from '#functions/accounts/tokens';
import { accountOperations } from '#functions/entries/account-operations';
import { getFamily } from '#functions/families/families';
import { sha256 } from '#functions/lib/dynamo/items';
import { createHandler } from '#functions/lib/http/create-handler';
import type { Table } from '#functions/lib/table';
import { sampleTimeZone } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import type { TestUserPool } from '#infra/testing/services/test-user-pool';
import { accountRoutes } from '#shared/contract/account-routes';
import { routes } from '#shared/contract/routes';
import { hourMs } from '#shared/lib/durations';
import { type Violation, violationsOf } from './driver.ts';
import { type Entry, isJoining, type JoiningRequest, linesOf, type MemberRequest } from './requests.ts';

/** The children of an address in each file of the office. The same child is in more than one. */
export const files = [['Ana'], ['Ana', 'Ben'], ['Ben', 'Cem']] as const;
const ownChild = 'Ana';
/** What the files say of each child, which no card shows before the family has answered (IMP-03). */
export const noteOfFiles = 'A note of the office';
const date_of_birth = '2018-04-03';

export const newcomersOf = (run: string): readonly string[] =>
  [0, 1].map((index) => `newcomer-${index}-${run}@example.com`);

const importIdOf = (address: string, file: number): string => sha256(`${address} in file ${file}`);

const partOf = (address: string, file: number) => ({
  import_id: importIdOf(address, file),
  families: [
    {
      rows: [sha256(`the row of ${address} in file ${file}`)],
      // The name of a parent alone would be a question (IMP-12).
      adult: { full_name: `Nia ${address}`, email: address, phone_number: '' },
      second: null,
      children: (files[file] ?? []).map((name) => ({
        name,
        date_of_birth,
        medical_conditions: noteOfFiles,
        contact: null,
        is: null,
      })),
      is: null,
      apart: [],
      apart_in_file: false,
      balance: null,
    },
  ],
});

export interface Connections {
  /** Through which the product works, with faults. */
  readonly table: Table;
  /** To the engine itself: what reads a mailbox. */
  readonly direct: Table;
  readonly userPool: TestUserPool;
}

const person = { full_name: 'Nia Newcomer', phone_number: '07700 900123', password: 'football1' };

/** Each request comes an hour after the one before, so that no limit is reached. */
export const createJoining = ({ table, direct, userPool }: Connections, epoch: Date) => {
  /** The link of the invitation of an address, as its email has it; without one, a link of nobody. */
  const linkOf = async (address: string): Promise<string> => {
    const invitation = (await listInvitations(direct)).find(({ email }) => email === address);
    return (invitation && (await createInvitationLink(direct, invitation))) ?? 'nobody.nothing';
  };

  return async (request: JoiningRequest | MemberRequest, number: number): Promise<Answer> => {
    const clock = () => new Date(epoch.getTime() + number * hourMs);
    const office = adminApi({ table, userPool, clock });
    const asVisitor = (invocation: Invocation) => {
      const pause = (ms: number) => sleep(Math.min(ms, 5));
      const { clientId } = userPool;
      const deps = { table, userPool, clientId, clock, pause, timeZone: sampleTimeZone };
      const handler = createHandler(accountRoutes, accountOperations, deps, {
        memberships: memberships(table),
      });
      return invoke(handler, { sourceIp: randomUUID(), ...invocation });
    };
    switch (request.kind) {
      case 'import':
        return office.call('importFamilies', { body: partOf(request.address, request.file) });
      case 'undo': {
        const params = { importId: importIdOf(request.address, request.file) };
        return office.call('undoImport', { params, body: { after: null } });
      }
      case 'sign-up': {
        const children = [{ name: ownChild, date_of_birth, medical_conditions: null }];
        const browser_secret = randomUUID().padEnd(43, '0');
        const body = { ...person, email: request.address, browser_secret, children };
        return asVisitor({ route: 'signUp', body });
      }
      case 'accept': {
        const token = await linkOf(request.address);
        // What the office asks of the reader of its invitation (FID-09).
        const answer = { token, proof: { date_of_birth } };
        const opened = await asVisitor({ route: 'acceptAdultInvitation', body: { ...person, ...answer } });
        // The account was opened by an acceptance that was interrupted: its holder logs in.
        const [userId] = opened.status === 409 ? await userPool.usersOf(request.address) : [];
        return userId ? asVisitor({ route: 'acceptMyAdultInvitation', userId, body: answer }) : opened;
      }
      case 'join': {
        const body = { other_id: request.other };
        return office.call('joinFamilies', { params: { parentId: request.family }, body });
      }
      case 'make-holder':
        return office.call('makeAdultHolder', { params: { parentId: request.family } });
      case 'remove-login': {
        const params = { parentId: request.family, userId: request.account };
        return office.call('removeLogin', { params });
      }
      case 'invite': {
        const { account: userId, family: familyId, address: email } = request;
        return asVisitor({ route: 'inviteAdult', userId, familyId, body: { email } });
      }
      case 'reset': {
        const link = { kind: 'reset-password', userId: request.account, now: clock() } as const;
        const body = { token: await createToken(direct, link), newPassword: 'football2' };
        return asVisitor({ route: 'resetPassword', body });
      }
    }
  };
};

/** Whether the children of a file are in the family in the end: it was imported, and nothing took them back. */
const isLeft = (entries: readonly Entry[], file: number): boolean =>
  entries.some(({ request, answer }) => {
    if (request.kind !== 'import' || request.file !== file || answer?.status !== 200) return false;
    const [family] = routes.importFamilies.response.parse(answer.body).families;
    return family?.state === 'new' || family?.state === 'changes';
  }) && !entries.some(({ request }) => request.kind === 'undo');

/** Checks what is left of an address, after somebody signed up with it and who reads its mailbox answered (IMP-02, IMP-03). */
export const checkNewcomer = async (
  { direct, userPool }: Pick<Connections, 'direct' | 'userPool'>,
  entries: readonly Entry[],
  address: string,
): Promise<Violation[]> => {
  const own = entries.filter(({ request }) => isJoining(request) && request.address === address);
  const listed = (await listAllFamilies(direct)).filter(({ email }) => email === address);
  const families = await Promise.all(listed.map(({ id }) => getFamily(direct, id)));
  const registration = await getRegistration(direct, address);
  const users = await userPool.usersOf(address);
  const children = families.flatMap((family) => family?.children ?? []);
  const names = children.map(({ name }) => name);
  const asked = own.flatMap(({ request }) => ('file' in request ? (files[request.file] ?? []) : []));
  const left = files.flatMap((file, index) => (isLeft(own, index) ? file : []));
  return violationsOf([
    ['an address has one family', listed.length === 1, `it has ${listed.length}`],
    [
      'an address has one account',
      registration?.holder === 'account' && users.length === 1 && users[0] === registration.userId,
      `${registration?.holder ?? 'nobody'}, ${users.length} users of the pool`,
    ],
    ['a child is in a family once', new Set(names).size === names.length, names.join(', ')],
    [
      'the children are those of the files and the sign-up',
      names.every((name) => [ownChild, ...asked].includes(name)) &&
        left.every((name) => names.includes(name)),
      names.join(', '),
    ],
    [
      'a note is the answer of the family',
      children.every(({ medical_conditions }) => medical_conditions !== noteOfFiles),
      'the note of a file is on a card',
    ],
  ]).map((violation) => ({ ...violation, history: linesOf(own) }));
};
