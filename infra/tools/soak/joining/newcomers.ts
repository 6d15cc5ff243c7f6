import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberships } from '#functions/accounts/accounts';
import { createInvitationLink, listInvitations } from '#functions/accounts/coaches';
import { getRegistration, type Registration } from '#functions/accounts/registrations';
import { listAllFamilies } from '#functions/accounts/stored-families';
import { createToken } from '#functions/accounts/tokens';
import { accountOperations } from '#functions/entries/account-operations';
import { type FamilyWithChildren, getFamily } from '#functions/families/families';
import { sha256 } from '#functions/lib/dynamo/items';
import { createHandler } from '#functions/lib/http/create-handler';
import type { Table } from '#functions/lib/table';
import { sampleTimeZone } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import type { TestUserPool } from '#infra/testing/services/test-user-pool';
import { accountRoutes } from '#shared/contract/account-routes';
import { hourMs } from '#shared/lib/durations';
import type { Entry, JoiningRequest, MemberRequest } from '../requests.ts';

/** The children of an address in each file of the office. The same child is in more than one. */
export const files = [['Ana'], ['Ana', 'Ben'], ['Ben', 'Cem']] as const;
/** The child that a sign-up enters. */
export const ownChild = 'Ana';

/** What the files say of each child, which no card shows before the family has answered (IMP-03). */
export const noteOfFiles = 'A note of the office';
const date_of_birth = '2018-04-03';

/** The addresses of a run. */
export const newcomersOf = (run: string): readonly string[] =>
  [0, 1].map((index) => `newcomer-${index}-${run}@example.com`);

const importIdOf = (address: string, file: number): string => sha256(`${address} in file ${file}`);

/** A file of one row, so that each request concerns one address. */
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

/**
 * The requests by which a family joins: the office imports it and takes an import back, somebody signs up with its address, and
 * who reads the mailbox answers the invitation. And those that change who acts for a family. Each request comes an hour after the one before, so that no limit is reached.
 */
export const createJoining = ({ table, direct, userPool }: Connections, epoch: Date) => {
  const { clientId } = userPool;

  /** The link of the invitation of an address, as its email has it; without one, a link of nobody. */
  const linkOf = async (address: string): Promise<string> => {
    const invitation = (await listInvitations(direct)).find(({ email }) => email === address);
    return (invitation && (await createInvitationLink(direct, invitation))) ?? 'nobody.nothing';
  };

  return async ({
    request,
    number,
  }: Pick<Entry, 'number'> & { request: JoiningRequest | MemberRequest }): Promise<Answer> => {
    const clock = () => new Date(epoch.getTime() + number * hourMs);
    const office = adminApi({ table, userPool, clock });
    const asVisitor = (invocation: Invocation) => {
      const pause = (ms: number) => sleep(Math.min(ms, 5));
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
        const body = {
          ...person,
          email: request.address,
          browser_secret: randomUUID().padEnd(43, '0'),
          children,
        };
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
      case 'join':
        return office.call('joinFamilies', {
          params: { parentId: request.family },
          body: { other_id: request.other },
        });
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

/** What is stored of an address at the end of a run. */
export interface StoredNewcomer {
  readonly address: string;
  readonly registration: Registration | undefined;
  /** The users of the pool. */
  readonly users: readonly string[];
  /** Those whose contact has the address. */
  readonly families: readonly FamilyWithChildren[];
}

export const readNewcomer = async (
  { direct, userPool }: Pick<Connections, 'direct' | 'userPool'>,
  address: string,
): Promise<StoredNewcomer> => {
  const listed = (await listAllFamilies(direct)).filter(({ email }) => email === address);
  const families = await Promise.all(listed.map(({ id }) => getFamily(direct, id)));
  return {
    address,
    registration: await getRegistration(direct, address),
    users: await userPool.usersOf(address),
    families: families.filter((family) => family !== undefined),
  };
};
