import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import type { Screen } from './screen.ts';

const verificationLink = async (stack: TestStack, email: string): Promise<string> => {
  for (;;) {
    const mail = (await stack.mails()).find(({ to }) => to.includes(email));
    const link = mail && /https?:\/\/\S+[?&]token=[^\s)]+/.exec(mail.text)?.[0];
    if (link) return link;
    await setTimeout(100);
  }
};

/** A visitor signs up with a child, verifies the email address, logs in, books a place and logs out. */
export const makeJourney = async (screen: Screen, stack: TestStack, cls: FootballClass): Promise<void> => {
  const email = `${randomUUID()}@example.com`;
  await screen.open(paths.home);
  await screen.clickLink('Book A Class');
  await screen.expectText(cls.venue);
  await screen.select('Program', 'Juniorballerz');
  await screen.expectText(cls.venue);

  await screen.open(paths.signUp);
  await screen.type('Full Name', 'Nia Novak');
  await screen.type('Email', email);
  await screen.type('Phone Number', '07700900456');
  await screen.type('Password', testPassword);
  await screen.type('Child Name', 'Cleo Novak');
  await screen.setDate('Date of Birth', `${new Date().getFullYear() - 6}-01-02`);
  await screen.clickButton('Add Child');
  await screen.expectText('Cleo Novak (age');
  await screen.clickButton('Create Account');
  await screen.expectText('Account Created!');

  await screen.open(await verificationLink(stack, email));
  await screen.expectText('Email Verified!');

  await screen.open(paths.login);
  await screen.type('Email', email);
  await screen.type('Password', testPassword);
  await screen.clickButton('Log in');
  await screen.expectPath(paths.parent);

  const [slot] = cls.time_slots;
  if (!slot) throw new Error('The class has no slot');
  await screen.open(paths.bookClass(cls.id, slot.id));
  await screen.select('Child', 'Cleo');
  await screen.clickButton('Confirm Booking');
  await screen.expectText('Booking Confirmed!');
  await screen.open(paths.parentBookings);
  await screen.expectText('Cleo Novak');
  await screen.clickButton('Logout');
  await screen.expectPath(paths.home);
};
