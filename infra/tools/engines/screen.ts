import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { paths } from '#shared/paths';
import type { Engine } from './start-engines.ts';

/** Counted, because a look takes longer on a slow machine. */
const mostLooks = 1_200;
const pointSchema = z.nullable(z.object({ x: z.number(), y: z.number() }));

/** An element by the selector of its kind and its accessible name, as far as these screens need it. */
const find = (selector: string, name: string): string => `
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim();
  const element = [...document.querySelectorAll(${JSON.stringify(selector)})].find(
    (one) => one.checkVisibility?.() !== false && one.getClientRects().length > 0 && !one.disabled &&
      nameOf(one).startsWith(${JSON.stringify(name)}));
`;

const poll = async <Result>(what: string, read: () => Promise<Result>): Promise<NonNullable<Result>> => {
  for (let looks = 1; ; looks += 1) {
    const result = await read();
    if (result !== null && result !== undefined && result !== false) return result;
    if (looks === mostLooks) throw new Error(`Not found: ${what}`);
    await setTimeout(50);
  }
};

export const screenOf = (engine: Engine, siteUrl: string) => {
  const press = async (selector: string, name: string): Promise<void> => {
    const point = await poll(`${selector} "${name}"`, async () =>
      pointSchema.parse(
        await engine.run(`${find(selector, name)}
          if (!element) return null;
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { left, top, width, height } = element.getBoundingClientRect();
          return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };`),
      ),
    );
    const presses = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const actions = [{ type: 'pointerMove', ...point }, ...presses];
    await engine.act([{ type: 'pointer', id: 'mouse', actions }]);
  };
  const fields = 'main input, main textarea';
  const until = (what: string, body: string): Promise<unknown> => poll(what, () => engine.run(body));
  return {
    open: (path: string): Promise<unknown> => engine.goTo(new URL(path, siteUrl).href),
    clickButton: (name: string): Promise<void> => press('button', name),
    clickLink: (name: string): Promise<void> => press('a', name),
    type: async (label: string, text: string): Promise<void> => {
      await press(fields, label);
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await engine.act([{ type: 'key', id: 'keyboard', actions: keys }]);
      const isTyped = `${find(fields, label)} return element?.value === ${JSON.stringify(text)};`;
      await until(`"${text}" in ${label}`, isTyped);
    },
    /** Sets a date, whose picker differs between browsers. */
    setDate: (label: string, date: string) =>
      until(
        label,
        `${find(fields, label)}
        if (!element) return false;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, ${JSON.stringify(date)});
        element.dispatchEvent(new Event('input', { bubbles: true }));
        element.dispatchEvent(new Event('change', { bubbles: true }));
        return true;`,
      ),
    select: (label: string, text: string) =>
      until(
        `${text} in ${label}`,
        `${find('main select', label)}
        const option = [...(element?.options ?? [])].find((one) => one.text.includes(${JSON.stringify(text)}));
        if (!option) return false;
        element.value = option.value;
        element.dispatchEvent(new Event('change', { bubbles: true }));
        return true;`,
      ),
    expectText: (text: string) =>
      until(`the text "${text}"`, `return document.body.innerText.includes(${JSON.stringify(text)});`),
    expectPath: (path: string) =>
      until(`the address ${path}`, `return location.pathname === ${JSON.stringify(path)};`),
  };
};

type Screen = ReturnType<typeof screenOf>;

const verificationLink = async (stack: TestStack, email: string): Promise<string> => {
  for (;;) {
    const mail = (await stack.mails()).find(({ to }) => to.includes(email));
    const link = mail && /https?:\/\/\S+[?&]token=[^\s)]+/.exec(mail.text)?.[0];
    if (link) return link;
    await setTimeout(100);
  }
};

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
