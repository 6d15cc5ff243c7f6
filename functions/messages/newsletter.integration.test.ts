import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { at, sampleSiteUrl } from '#infra/testing/samples/samples';
import { accountSteps } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { newsletterConsent } from '#shared/consents';
import { hourMs, secondMs } from '#shared/lib/durations';
import { userIdSchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { readerSchema } from '#shared/messages/newsletter';
import { createToken } from '../accounts/tokens.ts';
import { sendEmail } from '../lib/mail/send.ts';
import { mailRequestsPerPeriod, mailsPerPeriod, widerNetworkFactor } from '../limits.ts';
import { unsubscribeLinks } from './kinds.ts';
import { listReaders, type StoredReader } from './newsletter.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
beforeEach(() => system.clear());

const address = () => `${randomUUID()}@example.com`;
const join = (email: string, sourceIp: string = randomUUID()) =>
  system.call('joinNewsletter', { body: { email }, sourceIp });
const confirm = (token: string) => system.call('confirmNewsletter', { body: { token } });

/** The tokens of the confirmation links that were sent to an address, oldest first. */
const tokensTo = (email: string): string[] =>
  system
    .mailsTo(email)
    .flatMap(({ text }) =>
      [...text.matchAll(/\/newsletter\/confirm#([\w-]+)/g)].map(([, token]) => token ?? ''),
    );

const requestToken = async (email: string): Promise<string> => {
  await join(email);
  expect(await system.deliver()).toEqual([]);
  return tokensTo(email).at(-1) ?? expect.fail('No link was sent');
};

const newReader = async (email = address()): Promise<StoredReader> => {
  expect((await confirm(await requestToken(email))).status).toBe(200);
  return (
    (await listReaders(system.table)).find((reader) => reader.email === email) ??
    expect.fail('Not on the list')
  );
};

const leave = ({ id, leave_secret }: Pick<StoredReader, 'id' | 'leave_secret'>) =>
  system.call('leaveNewsletter', { query: { reader: id, secret: leave_secret } });

const emails = async (): Promise<string[]> => (await listReaders(system.table)).map(({ email }) => email);

const invalid = { status: 400, body: { code: 'newsletterLinkInvalid' } };

describe('joining', () => {
  it('sends a link, and only its confirmation puts the address on the list, with time and wording [FRM-03]', async () => {
    const email = address();
    expect(await join(email)).toMatchObject({ status: 202, body: { success: true } });
    expect(system.mails).toEqual([]);
    await system.deliver();
    expect(system.mailsTo(email)).toMatchObject([
      { subject: expect.stringContaining('Confirm your email'), tags: {} },
    ]);
    expect(await emails()).toEqual([]);
    const [token = ''] = tokensTo(email);
    expect(JSON.stringify(await system.items())).not.toContain(token);
    const before = system.now().toISOString();
    expect(await confirm(token)).toMatchObject({ status: 200, body: { success: true } });
    const [reader] = await listReaders(system.table);
    expect(reader).toMatchObject({ email, consent: newsletterConsent });
    expect(Date.parse(reader?.consented_at ?? '') - Date.parse(before)).toBeLessThan(1_000);
  });

  it('answers known and unknown addresses alike, without reading the list [FRM-03]', async () => {
    const known = await newReader();
    const answers = await Promise.all([join(known.email), join(address())]);
    const [one, other] = answers.map(({ status, body }) => ({ status, body }));
    expect(one).toEqual(other);
    const { email } = known;
    const [first, second] = [
      await system.table.measure(() => join(email)),
      await system.table.measure(() => join(address())),
    ];
    expect(first.cost).toEqual(second.cost);
  });

  it('sends no link from a mailer that was off for as long as the link would have been valid [FRM-03]', async () => {
    const email = address();
    await join(email);
    system.passTime(limits.newsletterLinkHours * hourMs + secondMs);
    expect(await system.deliver()).toEqual([]);
    expect(system.mailsTo(email)).toEqual([]);
  });

  it('sends a mailbox 3 emails in all for 60 spellings from 60 networks in one batch [AUT-44]', async () => {
    const answers = [];
    for (let request = 0; request < 60; request += 1)
      answers.push(await join(`vic.tim+n${request}@googlemail.com`, `2001:db8:${request}:1::1`));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(202));
    expect(await system.deliver()).toEqual([]);
    expect(system.mails).toHaveLength(mailsPerPeriod['join-newsletter']);
  });

  it('limits the networks of 64 bits of one network of 48 bits together [AUT-44]', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 60; request += 1)
      statuses.push((await join(`victim+n${request}@example.com`, `2001:db8:0:${request}::1`)).status);
    const most = mailRequestsPerPeriod.mailbox.joinNewsletter * widerNetworkFactor;
    expect(statuses).toEqual([...Array(most).fill(202), ...Array(60 - most).fill(429)]);
  });
});

it('logs no address and no secret, from joining to leaving', async () => {
  const email = address();
  const token = await requestToken(email);
  await confirm(token);
  await confirm('guessed');
  const reader = at(await listReaders(system.table), 0);
  await leave(reader);
  await leave({ ...reader, leave_secret: 'x'.repeat(43) });
  const lines = system.logged.join();
  expect(lines).toContain('newsletter-email.sent');
  for (const text of [email, token, reader.leave_secret]) expect(lines).not.toContain(text);
});

describe('a confirmation link', () => {
  it('confirms once, and answers a repeated or simultaneous press the same [FRM-03]', async () => {
    const email = address();
    const token = await requestToken(email);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect([...answers, await confirm(token)].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await emails()).toEqual([email]);
  });

  it('ends after 48 hours, also before the table deletes it [FRM-05]', async () => {
    const email = address();
    const [timely, late] = [await requestToken(email), await requestToken(address())];
    system.passTime(limits.newsletterLinkHours * 3_600_000 - 60_000);
    expect((await confirm(timely)).status).toBe(200);
    system.passTime(60_000);
    expect(await confirm(late)).toMatchObject(invalid);
    expect(await emails()).toEqual([email]);
  });

  it('of another kind changes nothing', async () => {
    const userId = userIdSchema.parse(randomUUID());
    const token = await createToken(system.table, { kind: 'verify-email', userId, now: system.now() });
    const before = await system.items();
    for (const wrong of [token, '', 'guessed', '../x', 'x'.repeat(43)])
      expect(await confirm(wrong)).toMatchObject(invalid);
    expect(await system.items()).toEqual(before);
    // A newsletter's token opens no account either.
    const joining = await requestToken(address());
    const answer = await system.call('verifyEmail', { body: { token: joining } });
    expect(answer.body).toMatchObject({ success: false });
    const reset = { token: joining, newPassword: 'football2' };
    expect(await system.call('resetPassword', { body: reset })).toMatchObject({ status: 400 });
  });

  it('does not put somebody back who confirmed and left while it was confirmed', async () => {
    const email = address();
    const token = await requestToken(email);
    const leaveMeanwhile = async () => {
      await confirm(token);
      const [reader] = await listReaders(system.table);
      if (reader) await leave(reader);
    };
    const confirmAgain = () => withChangeBetween(system.table, leaveMeanwhile, () => confirm(token));
    expect(await confirmAgain()).toMatchObject(invalid);
    expect(await emails()).toEqual([]);
  });
});

describe('leaving', () => {
  it('is one POST of a mail program by the headers of the email, without a login [FRM-04]', async () => {
    const reader = await newReader();
    const { unsubscribeUrl } = unsubscribeLinks(reader, sampleSiteUrl);
    const mail = { to: reader.email, subject: 'News', html: '<p>News</p>', text: 'News', unsubscribeUrl };
    await sendEmail(mail, system.mailer.mail);
    const url = new URL(system.mails.at(-1)?.unsubscribe ?? expect.fail('The email has no such headers'));
    expect(url.pathname).toBe('/api/newsletter/leave');
    const answer = await system.call('leaveNewsletter', {
      query: Object.fromEntries(url.searchParams),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await emails()).toEqual([]);
  });

  it('leads a browser that opens the address of the headers to the page, and changes nothing [FRM-04]', async () => {
    const reader = await newReader();
    const { unsubscribeUrl, page } = unsubscribeLinks(reader, sampleSiteUrl);
    const query = Object.fromEntries(new URL(unsubscribeUrl).searchParams);
    const answer = await system.call('getLeavePage', { query });
    expect(answer.status).toBe(303);
    expect(new URL(String(answer.headers.location), sampleSiteUrl).href).toBe(page);
    expect(await emails()).toEqual([reader.email]);
  });

  it('works years later and as often as it is pressed, also at once [FRM-04]', async () => {
    const reader = await newReader();
    system.passTime(5 * 366 * 24 * 3_600_000);
    const answers = await Promise.all([leave(reader), leave(reader)]);
    expect([...answers, await leave(reader)].map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('keeps the hash of the address and nothing else about the reader [MSG-07]', async () => {
    const reader = await newReader();
    await leave(reader);
    const [item] = await system.items(({ PK }) => PK === 'NEWSLETTER');
    expect(Object.keys(item ?? {}).toSorted()).toEqual(['PK', 'SK', 'entity', 'leave_secret', 'left_at']);
    expect(item?.SK).toBe(reader.id);
  });

  it('by a wrong secret, or by that of another reader, changes nothing', async () => {
    const [one, other] = [await newReader(), await newReader()];
    expect(await leave({ id: one.id, leave_secret: other.leave_secret })).toMatchObject(invalid);
    expect(await leave({ ...one, leave_secret: 'x'.repeat(43) })).toMatchObject(invalid);
    expect(await leave({ ...one, leave_secret: 'short' })).toMatchObject({ status: 400 });
    expect(await emails()).toHaveLength(2);
  });

  it('can be followed by joining again; links of older emails still work', async () => {
    const email = address();
    const reader = await newReader(email);
    await leave(reader);
    const again = await newReader(email);
    expect(again.leave_secret).toBe(reader.leave_secret);
    expect((await leave(reader)).status).toBe(200);
    expect(await emails()).toEqual([]);
  });
});

describe('an administrator', () => {
  const { admin } = system;

  it('sees the readers by address, without the secrets of their links [FRM-05]', async () => {
    const [one, other] = [await newReader(), await newReader()];
    const left = await newReader();
    await leave(left);
    const { status, body } = await admin.call('listReaders');
    expect(status).toBe(200);
    const expected = [one, other].map((reader) => readerSchema.parse(reader));
    expect(body).toEqual({ readers: expected.toSorted((a, b) => (a.email < b.email ? -1 : 1)) });
    expect(JSON.stringify(body)).not.toContain(one.leave_secret);
  });

  it('removes a reader, once, and it is logged without the address [FRM-05]', async () => {
    const reader = await newReader();
    const remove = () => admin.call('removeReader', { params: { readerId: reader.id } });
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'readerNotFound' } });
    expect(await emails()).toEqual([]);
    const { body } = await admin.call('listActivity');
    expect(Object(body).entries).toMatchObject([{ action: 'reader.removed', subject_label: null }]);
    expect(JSON.stringify(await system.items())).not.toContain(reader.email);
  });
});
