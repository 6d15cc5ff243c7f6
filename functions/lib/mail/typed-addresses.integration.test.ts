import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { importOf } from '#infra/testing/samples/import-files';
import { accountSteps, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { type RouteName, routeList } from '#shared/contract/routes';
import { parentRoutes } from '#shared/families/admin-routes';
import { emailSchema } from '#shared/lib/email';
import { instantOf } from '#shared/lib/values';
import { storeFirstLogin } from '../../accounts/account-marks.ts';
import { createAdminLink } from '../../accounts/openings.ts';

// An email goes to whom the caller names: without a limit the school would send strangers what somebody likes (FID-12).

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool } = system;
beforeEach(() => system.clear());

type Ask = (address: string) => Promise<Answer>;

interface Row {
  /** How many requests of one caller or source in an hour are answered, whatever the addresses. */
  readonly most: number;
  /** Makes a caller that asks. */
  readonly given: () => Promise<Ask>;
}

/** A route that takes an address and sends nothing to it. */
interface Silent {
  readonly because: string;
  readonly given: () => Promise<Ask>;
}

const fromOne =
  (route: Parameters<typeof system.call>[0], bodyOf: (email: string) => object) => async (): Promise<Ask> => {
    const sourceIp = randomUUID();
    return (email) => system.call(route, { sourceIp, body: bodyOf(email) });
  };

type Office = ReturnType<typeof adminApi>;

const asOffice =
  (route: Parameters<Office['call']>[0], bodyOf: (email: string) => object) => async (): Promise<Ask> => {
    const office = adminApi({ table, userPool, clock: system.now });
    return (email) => office.call(route, { body: bodyOf(email) });
  };

/** An account with an address, which has logged in. */
const openAccount = async (email?: string) => {
  const { id } = await system.openAccount(signUpBody(email));
  await storeFirstLogin(table, id, instantOf(system.now()));
  system.mails.length = 0;
  return id;
};

/** Asks as one administrator about the account of the address. */
const aboutAccount = (route: 'grantAdmin' | 'grantCoach') => async (): Promise<Ask> => {
  const office = adminApi({ table, userPool, clock: system.now });
  return async (email) => {
    await openAccount(email);
    return office.call(route, { body: { email } });
  };
};

const ola = { name: 'Ola Kowalska', date_of_birth: '2018-05-04' };
const typed = { full_name: 'Zofia Kowalska', phone_number: '07700 900456' };

const rows: Partial<Record<RouteName, Row | Silent>> = {
  signUp: { most: 60, given: fromOne('signUp', (email) => signUpBody(email)) },
  resendVerification: { most: 60, given: fromOne('resendVerification', (email) => ({ email })) },
  requestPasswordReset: { most: 60, given: fromOne('requestPasswordReset', (email) => ({ email })) },
  joinNewsletter: { most: 60, given: fromOne('joinNewsletter', (email) => ({ email })) },
  recoverSecondFactor: {
    most: 20,
    given: fromOne('recoverSecondFactor', (email) => ({
      ...{ email, password: 'football1' },
      recovery_code: 'ABCD-EFGH-JKMN-PQRS',
    })),
  },
  inviteAdult: {
    most: 5,
    given: async () => {
      const userId = await openAccount();
      return (email) => system.call('inviteAdult', { userId, body: { email } });
    },
  },
  inviteFamily: {
    most: 60,
    given: async () => {
      const office = adminApi({ table, userPool, clock: system.now });
      const added = await office.call('addFamily', { body: { ...typed, email: '', children: [ola] } });
      const { id: parentId } = parentRoutes.addFamily.response.parse(added.body);
      return (email) => office.call('inviteFamily', { params: { parentId }, body: { email } });
    },
  },
  inviteCoach: { most: 60, given: asOffice('inviteCoach', (email) => ({ email })) },
  inviteAdmin: { most: 60, given: asOffice('inviteAdmin', (email) => ({ email })) },
  grantAdmin: { because: 'the role alone is given', given: aboutAccount('grantAdmin') },
  grantCoach: { because: 'the role alone is given', given: aboutAccount('grantCoach') },
  addFamily: {
    because: 'a family is mailed nothing before it is invited',
    given: asOffice('addFamily', (email) => ({ ...typed, email, children: [ola] })),
  },
  importFamilies: {
    because: 'a family is mailed nothing before it is invited',
    given: asOffice('importFamilies', (email) => importOf([{ email }])),
  },
  lookUpFamilies: {
    because: 'it reads',
    given: asOffice('lookUpFamilies', (email) => importOf([{ email }])),
  },
  acceptAdminInvitation: {
    because: 'the link, which is used once, proves that its holder may name the address',
    given: async () => {
      const token = await createAdminLink(table, { now: system.now() });
      return (email) =>
        system.call('acceptAdminInvitation', {
          body: { token, email, full_name: 'Ada Owner', password: 'football1' },
        });
    },
  },
  sendContactMessage: {
    because: 'the message goes to the school, which answers it',
    given: fromOne('sendContactMessage', (email) => ({
      ...{ name: 'Vic Visitor', email, subject: 'Trial', message: 'May we come?' },
    })),
  },
};

/** What the JSON schema of every address has. */
const addressPatterns = JSON.stringify(z.toJSONSchema(emailSchema, { io: 'input' })).match(
  /"pattern":"(?:[^"\\]|\\.)*"/g,
);

/** The routes whose requests have an email address somewhere. */
const withAddress = routeList.filter(({ route }) => {
  const parts = [route.params, route.query, route.body].filter((schema) => schema !== undefined);
  const text = parts
    .map((schema) => JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
    .join();
  return /"[^"]*e_?mail"/i.test(text) || addressPatterns?.every((pattern) => text.includes(pattern));
});

it('knows an address by its checks, whatever its name [FID-12]', () => {
  expect(addressPatterns?.length).toBeGreaterThan(0);
  expect(withAddress.map(({ name }) => name)).toEqual(expect.arrayContaining(['signUp', 'inviteAdult']));
});

it.each(Object.keys(rows))('%s is still a route that takes an address [FID-12]', (name) => {
  expect(withAddress.map((each) => String(each.name))).toContain(name);
});

describe.each(withAddress)('$name, which takes an address', ({ name }) => {
  it('sends nothing to it, or is limited, whatever the addresses are [FID-12]', async () => {
    const row =
      rows[name] ?? expect.unreachable('A route that takes an address needs a limit and a row here');
    const ask = await row.given();
    if ('because' in row) {
      const address = newAddress();
      const { status } = await ask(address);
      expect(status).toBeLessThan(300);
      await system.deliver();
      expect(system.mailsTo(address)).toEqual([]);
      return;
    }
    const statuses: number[] = [];
    for (let count = 0; count <= row.most; count += 1) {
      const answer = await ask(newAddress());
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(3_600);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(row.most);
    expect(statuses.at(-1)).toBe(429);
  });
});
