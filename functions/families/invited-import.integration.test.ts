import { describe, expect, it } from 'vitest';
import { InjectedFault, type Interceptor, intercepting, inWrite } from '#infra/testing/mutants/mutant';
import { importOf } from '#infra/testing/samples/import-files';
import { sampleSender, sampleSiteUrl, sampleTimeZone } from '#infra/testing/samples/samples';
import { accountSteps, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { sendMessages } from '#infra/testing/services/background';
import type { Answer } from '#infra/testing/services/invoke';
import { createFakeSes } from '#infra/testing/services/ses';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { routes } from '#shared/contract/routes';
import { secondMs } from '#shared/lib/durations';
import { messageContentSchema } from '#shared/messages/message';
import { getPeopleCounts } from '../accounts/accounts.ts';
import { getRegistration } from '../accounts/registrations.ts';
import { getStoredFamily, noFamilyMailReason } from '../accounts/stored-families.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { sha256 } from '../lib/dynamo/items.ts';
import { readMessages } from '../messages/messages.ts';
import { listRecipients } from '../messages/recipients.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, admin: office } = system;
const ses = createFakeSes();
let elapsed = 0;
const deps: MessengerDeps = {
  ...{ table, mail: { ses: ses.client, from: sampleSender }, clock: system.now, elapsed: () => elapsed },
  pause: async (ms) => {
    elapsed += ms;
  },
  ...{ mailsPerSecond: 5, siteUrl: sampleSiteUrl, timeZone: sampleTimeZone },
};

const fileOf = (emails: readonly (string | null)[]) =>
  importOf(
    emails.map((email) => ({
      ...{ email, phone: email ? '' : '07700 900456', note: 'Asthma', apart_in_file: true },
      // A parent's name alone would be a question (IMP-12).
      ...(email && { name: `Ana ${sha256(email)}` }),
    })),
  );

const invite = async (importId: string): Promise<number> => {
  const { status, body } = await office.call('inviteImported', { params: { importId } });
  expect(status).toBe(200);
  return routes.inviteImported.response.parse(body).invited;
};
const invitations = async () =>
  (await system.items(({ kind, facts }) => kind === 'family-invitation' && facts !== undefined)).map((item) =>
    messageContentSchema.parse(item),
  );
const sendAll = async () =>
  sendMessages(
    (await invitations()).map(({ id }) => id),
    deps,
  );
const linksTo = (email: string): string[] =>
  ses.mails
    .filter(({ to }) => to === email)
    .flatMap(({ data }) => /\/family-invitation#([\w.-]+)/.exec(data.replace(/=\r\n/g, ''))?.[1] ?? []);
const read = (token: string) => system.call('getAdultInvitation', { body: { token } });
/** The date of birth of the child, which the reader gives (FID-09). */
const proof = { date_of_birth: '2018-04-03' };
const prove = (token: string) => system.call('proveAdultInvitation', { body: { token, ...proof } });
const accept = (token: string) =>
  system.call('acceptAdultInvitation', {
    body: { token, full_name: 'Ana Novak', phone_number: '07700 900456', password: 'football1', proof },
  });

it('invites each family of a file that has an email and no login once, at the rate of all messages, and mails nobody before [IMP-03, IMP-13]', async () => {
  const emails = Array.from({ length: 12 }, () => newAddress());
  const account = signUpBody();
  await system.call('signUp', { body: account });
  const part = fileOf([...emails, null, account.email]);
  expect((await office.call('importFamilies', { body: part })).status).toBe(200);
  expect(await invitations()).toEqual([]);
  expect(ses.mails).toEqual([]);

  // Two administrators press at once, and one of them again.
  const counts = await Promise.all([invite(part.import_id), invite(part.import_id)]);
  expect(counts[0] + counts[1]).toBe(12);
  expect(await invite(part.import_id)).toBe(0);
  expect(ses.mails).toEqual([]);

  await sendAll();
  expect(ses.mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
  expect(elapsed).toBeGreaterThanOrEqual((11 * secondMs) / 5 - 1);

  const [email = ''] = emails;
  const [link = ''] = linksTo(email);
  expect((await read(link)).body).toMatchObject({ email, asks: 'date-of-birth' });
  expect((await prove(link)).body).toMatchObject({
    full_name: `Ana ${sha256(email)}`,
    children: [{ name: 'Mia', date_of_birth: '2018-04-03' }],
  });
  expect(await accept(link)).toMatchObject({ status: 201 });
  expect(await getRegistration(table, email)).toMatchObject({ holder: 'account' });

  // Nothing else is mailed to those who did not accept; an undo keeps all whom the invitation reached (IMP-13).
  const [, other = ''] = emails;
  const registration = await getRegistration(table, other);
  const family = registration?.holder === 'family' && (await getStoredFamily(table, registration.familyId));
  expect(family && noFamilyMailReason(family)).toBe('not-confirmed');
  const kept: string[] = [];
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const undone = await office.call('undoImport', { params: { importId: part.import_id }, body: { after } });
    const answer = routes.undoImport.response.parse(undone.body);
    kept.push(...answer.kept.flatMap(({ built }) => built));
    after = answer.next;
  }
  expect(kept.toSorted()).toEqual(['has a login', ...emails.slice(1).map(() => 'was invited')]);
  expect(await read(linksTo(other)[0] ?? '')).toMatchObject({ status: 200 });
});

it('sends no second link where the office invited a family by hand meanwhile, or its address changed [IMP-03]', async () => {
  const emails = Array.from({ length: 2 }, () => newAddress());
  const part = fileOf(emails);
  await office.call('importFamilies', { body: part });
  expect(await invite(part.import_id)).toBe(2);
  const message = (await invitations()).at(-1) ?? expect.unreachable('no message');
  system.passTime(secondMs);
  const registration = await getRegistration(table, emails[0] ?? '');
  const parentId = registration?.holder === 'family' ? registration.familyId : '';
  const byHand = { params: { parentId }, body: { email: newAddress() } };
  expect((await office.call('inviteFamily', byHand)).status).toBe(202);
  await sendAll();
  const states = (await Promise.all((await invitations()).map(({ id }) => listRecipients(table, id)))).flat();
  expect(states.find(({ id }) => String(id) === parentId)).toMatchObject({
    state: 'held-back',
    reason: 'no-longer-concerned',
  });
  expect(emails.map((email) => linksTo(email).length)).toEqual([0, 1]);
  expect((await readMessages(table, [message.id]))[0]?.state).toBe('done');
});

it('adds nothing to an account whose answer to the invitation was interrupted, which then joins the family [IMP-02, IMP-03]', async () => {
  const email = newAddress();
  const part = fileOf([email]);
  await office.call('importFamilies', { body: part });
  await invite(part.import_id);
  await sendAll();
  const [link = ''] = linksTo(email);
  const { families } = await getPeopleCounts(table);
  const interrupted: Interceptor = (request, forward) => {
    // The second transaction: the first one opened the account.
    if (inWrite('adult_invited')(request)) throw new InjectedFault('The function was interrupted');
    return forward(request.input);
  };
  const answer = await intercepting(table, [interrupted], () => accept(link));
  expect(answer.status).toBe(500);
  const importAgain = async () => {
    const { body } = await office.call('importFamilies', { body: fileOf([email]) });
    return routes.importFamilies.response.parse(body).families[0];
  };
  expect(await importAgain()).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('answers the invitation'),
  });
  const [userId = ''] = await userPool.usersOf(email);
  const joined = await system.call('acceptMyAdultInvitation', { userId, body: { token: link, proof } });
  expect(joined.status).toBe(204);
  expect((await getPeopleCounts(table)).families).toBe(families);
  expect((await importAgain())?.state).toBe('same');
});

it('is not done already where the undo of another file took the family away [IMP-02]', async () => {
  const email = newAddress();
  const [first, other] = [fileOf([email]), fileOf([email])];
  const stateOf = async (body: typeof first) => {
    const answer = await office.call('importFamilies', { body });
    return routes.importFamilies.response.parse(answer.body).families[0]?.state;
  };
  const undo = async ({ import_id: importId }: typeof first) => {
    const answer = await office.call('undoImport', { params: { importId }, body: { after: null } });
    return routes.undoImport.response.parse(answer.body).undone;
  };
  expect([await stateOf(first), await stateOf(other)]).toEqual(['new', 'same']);
  expect(await undo(first)).toBe(1);
  expect(await stateOf(other)).toBe('refused');
  expect(await undo(other)).toBe(1);
  expect(await stateOf(other)).toBe('new');
});

describe('beside the sign-up of the same family', () => {
  type Answers = readonly [signedUp: Answer, imported: Answer];
  /** Runs both, and checks that they leave one family. Returns who holds its address. */
  const holderAfter = async (
    run: (signUp: () => Promise<Answer>, importFamilies: () => Promise<Answer>) => Promise<Answers>,
  ) => {
    const body = signUpBody();
    const { email } = body;
    const part = fileOf([email]);
    const importFamilies = () => office.call('importFamilies', { body: part });
    const { families } = await getPeopleCounts(table);
    const [signedUp, imported] = await run(() => system.call('signUp', { body }), importFamilies);
    expect([signedUp.status, imported.status]).toEqual([201, 200]);
    expect((await importFamilies()).status).toBe(200);

    const registration = await getRegistration(table, email);
    expect((await getPeopleCounts(table)).families).toBe(families + 1);
    expect(
      await system.items((item) => item.entity === 'family' && JSON.stringify(item).includes(email)),
    ).toHaveLength(1);
    const users = registration?.holder === 'account' ? [registration.userId] : [];
    expect(await userPool.usersOf(email)).toEqual(users);
    return registration?.holder;
  };

  it('leaves one family where the other one comes between read and write [IMP-02]', async () => {
    type Ask = () => Promise<Answer>;
    /** The answer of the one that comes between, and that of the other one. */
    const between = async (inner: Ask, outer: Ask): Promise<Answers> => {
      let answer: Answer | undefined;
      const meanwhile = async () => {
        answer = await inner();
      };
      const other = await withChangeBetween(table, meanwhile, outer);
      return [answer ?? expect.unreachable('nothing came between'), other];
    };
    expect(await holderAfter(between)).toBe('account');
    const importBetween = async (signUp: Ask, importFamilies: Ask): Promise<Answers> => {
      const [imported, signedUp] = await between(importFamilies, signUp);
      return [signedUp, imported];
    };
    expect(await holderAfter(importBetween)).toBe('family');
  });
});
