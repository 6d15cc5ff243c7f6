import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Engine } from './engine.ts';

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

/** Looks again until the result is neither false nor null. */
const poll = async <Result>(what: string, read: () => Promise<Result>): Promise<NonNullable<Result>> => {
  for (let looks = 1; ; looks += 1) {
    const result = await read();
    if (result !== null && result !== undefined && result !== false) return result;
    if (looks === mostLooks) throw new Error(`Not found: ${what}`);
    await setTimeout(50);
  }
};

/** What a person does with the page of an engine. */
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
    await engine.click(point);
  };
  const fields = 'main input, main textarea';
  return {
    open: (path: string): Promise<void> => engine.goTo(new URL(path, siteUrl).href),
    clickButton: (name: string): Promise<void> => press('button', name),
    clickLink: (name: string): Promise<void> => press('a', name),
    /** Types into a field with real keys. */
    type: async (label: string, text: string): Promise<void> => {
      await press(fields, label);
      await engine.type(text);
      await poll(`"${text}" in ${label}`, () =>
        engine.run(`${find(fields, label)} return element?.value === ${JSON.stringify(text)};`),
      );
    },
    /** Sets a date, whose picker differs between browsers. */
    setDate: async (label: string, date: string): Promise<void> => {
      await poll(label, () =>
        engine.run(`${find(fields, label)}
          if (!element) return false;
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, ${JSON.stringify(date)});
          element.dispatchEvent(new Event('input', { bubbles: true }));
          element.dispatchEvent(new Event('change', { bubbles: true }));
          return true;`),
      );
    },
    /** Selects the option that contains a text. */
    select: async (label: string, text: string): Promise<void> => {
      await poll(`${text} in ${label}`, () =>
        engine.run(`${find('main select', label)}
          const option = [...(element?.options ?? [])].find((one) => one.text.includes(${JSON.stringify(text)}));
          if (!option) return false;
          element.value = option.value;
          element.dispatchEvent(new Event('change', { bubbles: true }));
          return true;`),
      );
    },
    expectText: async (text: string): Promise<void> => {
      await poll(`the text "${text}"`, () =>
        engine.run(`return document.body.innerText.includes(${JSON.stringify(text)});`),
      );
    },
    expectPath: async (path: string): Promise<void> => {
      await poll(`the address ${path}`, () =>
        engine.run(`return location.pathname === ${JSON.stringify(path)};`),
      );
    },
  };
};

export type Screen = ReturnType<typeof screenOf>;
