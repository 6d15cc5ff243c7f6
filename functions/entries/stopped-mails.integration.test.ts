import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { ringingAt } from '#infra/testing/cloud/alarm-run';
import { synthesize } from '#infra/testing/cloud/synthesize';
import { sampleBooking, sampleClass, sampleMessage } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import type { SesOutcome } from '#infra/testing/services/ses';
import { startTests } from '#infra/testing/services/system';
import { hourMs, minuteMs } from '#shared/lib/durations';
import { instantSchema } from '#shared/lib/values';
import { type StopCause, stopCauses, stopTexts } from '#shared/messages/unsent';
import { stopAlarm } from '../../infra/cloud/alarms.ts';
import { bookingItem } from '../booking/bookings.ts';
import { takePlace } from '../booking/take-place.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { listAsideMails } from '../lib/mail/aside-mails.ts';
import { requestMail } from '../lib/mail/mail-requests.ts';
import { type Counted, getMailStop, type MailEnd, noteMailLeft } from '../lib/mail/not-sent.ts';
import { getMessage } from '../messages/messages.ts';
import type { NotNeededHold } from '../messages/recipients.ts';
import { listUnsentMessages } from '../messages/unsent-messages.ts';

const system = await startTests(messageSteps);
const { table, logged } = system;
let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({});
});
afterAll(() => stack.remove());

const longAgo = instantSchema.parse('2024-09-23T10:00:00.000Z');

const faultOf = (cause: StopCause): SesOutcome => (cause === 'unavailable' ? 'down' : cause);

/** Families with a booking of one class. */
const givenFamilies = async (count: number) => {
  const cls = sampleClass({ capacities: [count] });
  await putClass(table, cls);
  return { cls, families: await Promise.all(Array.from({ length: count }, () => storedFamily(table))) };
};

/** Causes an email or more of a kind. */
const kinds = {
  'a confirmation': async () => {
    const { cls, families } = await givenFamilies(1);
    for (const family of families) await takePlace(table, sampleBooking(cls, family));
  },
  'a reset link': async () => {
    const { families } = await givenFamilies(1);
    for (const { profile } of families)
      await requestMail(
        {
          kind: 'reset-password',
          route: 'requestPasswordReset',
          email: profile.email,
          source: { network: '203.0.113.7', widerNetwork: undefined },
        },
        system.deps,
      );
  },
  'a message to one': () => tellMany(1),
  'a message to 30': () => tellMany(30),
} as const;

const tellMany = async (count: number) => {
  const { cls, families } = await givenFamilies(count);
  await batchPut(
    table,
    // So old that no confirmation follows.
    families.map((family) => bookingItem(sampleBooking(cls, family, { created_at: longAgo }))),
  );
  return system.store(sampleMessage({ audience: { kind: 'class', class_id: cls.id } }));
};

/** Passes time as it passes: the timer runs every five minutes, and the stream delivers. */
const pass = async (minutes: number, each: () => void = () => {}): Promise<void> => {
  for (let passed = 0; passed < minutes; passed += 5) {
    system.passTime(5 * minuteMs);
    await system.tick();
    await settle();
    each();
  }
};

const settle = async () => {
  await system.settle();
  await system.settleMails();
};

const sentTo = () => system.mails.filter(({ isAccepted }) => isAccepted).map(({ to }) => to);

describe('while no email leaves, an alarm rings within 15 minutes of the first refusal, with the cause in its text', () => {
  const cases = [
    ...stopCauses.map((cause) => ['a confirmation', cause] as const),
    ['a message to one', 'sandbox'],
    ['a reset link', 'quota'],
    ['a message to 30', 'quota'],
  ] as const;
  it.each(cases)('%s, %s [OPS-01]', async (kind, cause) => {
    system.answer(() => faultOf(cause));
    const begun = system.now();
    const lines: Parameters<typeof ringingAt>[1][number][] = [];
    let read = 0;
    const readLines = () => {
      for (const line of logged.slice(read)) {
        const message = JSON.parse(line);
        // The function is told by what it sends.
        lines.push({ of: message.message ? 'messenger' : 'mailer', at: system.now(), message });
      }
      read = logged.length;
    };
    await kinds[kind]();
    await settle();
    readLines();
    await pass(15, readLines);
    const within = new Date(begun.getTime() + 15 * minuteMs);
    const ringing = ringingAt(stack, lines, within);
    expect(ringing.get(`Alarms${stopAlarm(cause)}`)).toContain(stopTexts[cause]);
    expect([...ringing.keys()].filter((name) => name.startsWith('AlarmsNoMail'))).toHaveLength(1);
    expect(await getMailStop(table)).toEqual({ since: expect.any(String), cause });
    expect(Date.parse((await getMailStop(table))?.since ?? '')).toBeLessThan(begun.getTime() + minuteMs);
    expect(sentTo()).toEqual([]);
    expect(logged.join()).not.toMatch(/@example/);

    system.answer(() => 'accept');
    await pass(10);
    expect(await getMailStop(table)).toBeUndefined();
    expect(sentTo().length).toBeGreaterThan(0);
    expect(new Set(sentTo()).size).toBe(sentTo().length);
  });
});

it('a visitor’s message that SES refuses rings the alarm of the cause, and one that it takes ends the stop [OPS-01]', async () => {
  const now = system.now();
  await noteMailLeft(table, now);
  system.answer(() => 'quota');
  const body = { name: 'Vic Visitor', email: 'vic@visitors.example', message: 'May we come?' };
  expect((await system.byLink('sendContactMessage', body)).body).toMatchObject({ code: 'messageNotSent' });
  const lines = logged.map((line) => ({ of: 'links', at: now, message: JSON.parse(line) }) as const);
  const ringing = ringingAt(stack, lines, new Date(now.getTime() + 5 * minuteMs));
  expect(ringing.get(`Alarms${stopAlarm('quota')}`)).toContain(stopTexts.quota);
  expect(await getMailStop(table)).toMatchObject({ cause: 'quota' });
  system.answer(() => 'accept');
  expect(await system.byLink('sendContactMessage', body)).toMatchObject({ status: 200 });
  expect(await getMailStop(table)).toBeUndefined();
});

it('an email that is given up elsewhere does not compile [OPS-01]', () => {
  // @ts-expect-error Nothing but `noteNotSent` makes the proof that what stores the state needs.
  const counted: Counted = { cause: 'refused', waits: false };
  // @ts-expect-error An email that was refused is none that is not needed.
  const hold: NotNeededHold = 'refused';
  // @ts-expect-error A handler says how its email ended.
  const end: MailEnd = undefined;
  expect([counted, hold, end]).toHaveLength(3);
});

describe('what SES refuses for all', () => {
  it('a message to 60 goes on by itself on the next day where the quota was 45 [OPS-02]', async () => {
    let left = 45;
    system.answer(() => (left-- > 0 ? 'accept' : 'quota'));
    const message = await tellMany(60);
    await settle();
    await pass(15);
    expect(sentTo()).toHaveLength(45);
    expect(await getMessage(table, message.id)).toMatchObject({ state: 'sending', stopped: true });
    expect(await listUnsentMessages(table)).toEqual([{ message_id: message.id, waiting: 15 }]);
    left = 45;
    system.passTime(23 * hourMs);
    await pass(10);
    expect(sentTo()).toHaveLength(60);
    expect(new Set(sentTo()).size).toBe(60);
    expect(await getMessage(table, message.id)).toMatchObject({ state: 'done' });
    expect(await listUnsentMessages(table)).toEqual([{ message_id: message.id, waiting: 0 }]);
  });

  it('a confirmation waits for days, and is sent once [OPS-02]', async () => {
    system.answer(() => 'paused');
    await kinds['a confirmation']();
    await settle();
    for (let day = 0; day < 3; day += 1) {
      await pass(30);
      system.passTime(23 * hourMs);
    }
    expect(await listAsideMails(table)).toMatchObject([{ cause: 'paused', waits: true, attempts: 0 }]);
    system.answer(() => 'accept');
    await pass(65);
    expect(sentTo()).toHaveLength(1);
    expect(await listAsideMails(table)).toEqual([]);
  });

  it('a reset link is sent while it is of use, and is then on the list of what was given up [OPS-02]', async () => {
    system.answer(() => 'identity');
    await kinds['a reset link']();
    await settle();
    await pass(50);
    expect(await listAsideMails(table)).toMatchObject([{ cause: 'identity', waits: true }]);
    await pass(25);
    expect(await listAsideMails(table)).toMatchObject([{ cause: 'too-late', waits: false }]);
    expect(logged.filter((line) => line.includes('mail.parked'))).toHaveLength(1);
    system.answer(() => 'accept');
    await pass(60);
    expect(sentTo()).toEqual([]);
  });
});
