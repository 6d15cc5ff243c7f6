import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { finishAnimations } from '#infra/testing/browser/page';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Each rule that the page violates, with the elements that violate it: one of `rules`, or any. Frames are not checked. */
const axeViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  // Axe stays in the page, so that only its first run pays for loading it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await finishAnimations(page);
  return page.evaluate(async (runOnly) => {
    const options = { iframes: false, resultTypes: ['violations' as const], ...(runOnly && { runOnly }) };
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
};

/** Checks a page against the rules of axe. `state` names the page's state in the error message. */
export const expectNoAxeViolations = (page: Page, state: string): Promise<void> =>
  expect.poll(() => axeViolations(page), `axe: ${state}`).toEqual([]);

/** Checks a page against the rules of axe, in the dark theme those about colours, and leaves it in the light one. */
export const expectNoAxeInThemes = async (page: Page, state: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const ofColours = ['color-contrast', 'link-in-text-block'];
  await expect.poll(() => axeViolations(page, ofColours), `axe: ${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoAxeViolations(page, state);
};

/** Counts the focused element as a stop. False where the focus has left the page's content, or is back where it was. */
const countStop = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    const seenAt = Number(element.getAttribute('data-focus-stop') ?? -1);
    const last = Number(document.body.getAttribute('data-focus-stops') ?? -1);
    // The parts of a date field are stops of one element.
    if (seenAt >= 0 && seenAt !== last) return false;
    element.setAttribute('data-focus-stop', `${last + 1}`);
    document.body.setAttribute('data-focus-stops', `${last + 1}`);
    return true;
  });

/** What is wrong with the look of the focused element: it has no outline, or one without contrast, or is covered. */
const focusProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!element || !canvas) throw new Error('Nothing has the focus');
    /** The luminance of an opaque colour, WCAG 2.2. */
    const luminanceOf = (colour: string): number | undefined => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (channel) => {
          const part = channel / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        },
      );
      return alpha === 1 ? 0.2126 * red + 0.7152 * green + 0.0722 * blue : undefined;
    };
    const ancestorsOf = (node: Element): Element[] =>
      node.parentElement ? [node.parentElement, ...ancestorsOf(node.parentElement)] : [];
    // A card shows the focus of its radio button, or of a link that is stretched over it.
    const card = element instanceof HTMLElement ? element.offsetParent : null;
    const [shown] = [
      { frame: element, style: getComputedStyle(element) },
      ...(card ? [{ frame: card, style: getComputedStyle(element, '::after') }] : []),
      ...ancestorsOf(element)
        .slice(0, 2)
        .map((frame) => ({ frame, style: getComputedStyle(frame) })),
    ].flatMap(({ frame, style }) => {
      const line = luminanceOf(style.outlineColor);
      const isShown = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      return isShown && line !== undefined ? [{ frame, style, line }] : [];
    });
    const html = element.outerHTML.slice(0, 160);
    if (!shown) return [`${html} has no outline of 2 px`];
    const { frame, style, line } = shown;
    const behind = [...(Number.parseFloat(style.outlineOffset) < 0 ? [frame] : []), ...ancestorsOf(frame)];
    const [ground = 1] = behind.flatMap((node) => luminanceOf(getComputedStyle(node).backgroundColor) ?? []);
    const contrast = (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05);

    const { left, right, top, bottom } = element.getClientRects()[0] ?? frame.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const hit = document.elementFromPoint(
      (Math.max(left, 0) + Math.min(right, clientWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, clientHeight)) / 2,
    );
    const isSeen = hit && (frame.contains(hit) || hit.contains(element));
    return [
      ...(contrast < 3 ? [`${html} has an outline of a contrast of ${contrast}`] : []),
      ...(isSeen ? [] : [`${html} is behind ${hit?.outerHTML.slice(0, 120)}`]),
    ];
  });

/** Waits until the browser has scrolled the middle of the focused element into the window. */
const awaitScroll = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
          return top + bottom >= 0 && (top + bottom) / 2 <= window.innerHeight;
        }),
      { message: 'the focused element is scrolled into the window', intervals: [16] },
    )
    .toBe(true);

/** A page has fewer stops of the Tab key. */
const mostStops = 250;

/** Tabs through a page and checks that each stop shows the focus. Returns the number of stops. */
export const expectVisibleFocus = async (page: Page, key: 'Tab' | 'Shift+Tab'): Promise<number> => {
  const problems: string[] = [];
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('[data-focus-stop]'))
      node.removeAttribute('data-focus-stop');
    document.body.removeAttribute('data-focus-stops');
  });
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    if (!(await countStop(page))) {
      expect(problems, key).toEqual([]);
      return stop;
    }
    await awaitScroll(page);
    problems.push(...(await focusProblems(page)));
  }
  throw new Error(`More than ${mostStops} stops`);
};

/**
 * Expects that every state is seen in colours that the user has set, where backgrounds, shadows and colours of borders are
 * lost. Each element that is on is compared with itself without the attribute that says so.
 */
export const expectStatesInForcedColours = async (page: Page, look: string): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' });
  const unseen = await page.evaluate(() => {
    const states = ['aria-pressed', 'aria-selected', 'aria-current', 'data-marked'];
    const lookOf = (element: Element): string => {
      const style = getComputedStyle(element);
      const kept = style.forcedColorAdjust === 'none' ? [style.backgroundColor, style.color] : [];
      const lines = [style.textDecorationLine, style.fontWeight, style.borderStyle, style.borderWidth];
      return [...kept, ...lines, style.outlineStyle, element.textContent].join();
    };
    const isOn = (element: Element, state: string) => {
      const value = element.getAttribute(state);
      return value !== null && value !== 'false';
    };
    const told = [...document.querySelectorAll(states.map((state) => `[${state}]`).join())].flatMap(
      (element) =>
        states
          .filter((state) => isOn(element, state))
          .filter((state) => {
            const value = element.getAttribute(state) ?? '';
            const on = lookOf(element);
            element.removeAttribute(state);
            const off = lookOf(element);
            element.setAttribute(state, value);
            return on === off;
          })
          .map((state) => `${state} of ${element.textContent}`),
    );
    // A radio button and a checkbox have the browser's own mark then.
    const drawn = [...document.querySelectorAll('input:is([type=radio], [type=checkbox])')]
      .filter(
        (input) => getComputedStyle(input).appearance === 'none' && getComputedStyle(input).opacity !== '0',
      )
      .map((input) => `${input.getAttribute('name')} is drawn by its background`);
    return [...told, ...drawn];
  });
  expect(unseen, look).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
};
