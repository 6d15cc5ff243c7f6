import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { finishAnimations } from '#infra/testing/browser/page';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Each rule that the page violates, with the elements that violate it. Frames are not checked. */
const axeViolations = async (page: Page): Promise<string[]> => {
  // Axe stays in the page, so that only its first run pays for loading it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await finishAnimations(page);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { iframes: false, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};

/** Checks a page against the rules of axe. `state` names the page's state in the error message. */
export const expectNoAxeViolations = (page: Page, state: string): Promise<void> =>
  expect.poll(() => axeViolations(page), `axe: ${state}`).toEqual([]);

const themes = ['light', 'dark'] as const;

/** Checks a page against the rules of axe in both themes, and leaves it in the light one. */
export const expectNoAxeInThemes = async (page: Page, state: string): Promise<void> => {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page, `${state}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
};

type Colour = readonly [red: number, green: number, blue: number];

/** What the focused element looks like. */
interface FocusLook {
  /** The element, for messages. */
  readonly html: string;
  /** Width of the outline in px; 0 where neither the element nor its frame has one. */
  readonly width: number;
  readonly outline: Colour;
  /** The colour beside the outline. */
  readonly ground: Colour;
  /** Whether the outline of the stop before has stayed. */
  readonly isStale: boolean;
  /** How many sides of the outline the window and clipping frames leave. */
  readonly sides: number;
  /** Whether its opacity hides it. */
  readonly isTransparent: boolean;
  /** What covers the middle of the element. */
  readonly cover: string | undefined;
}

/** The luminance of an sRGB colour, WCAG 2.2. */
const luminance = (colour: Colour): number => {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
};

/** The contrast of two colours, 1 to 21, WCAG 2.2. */
const contrast = (one: Colour, other: Colour): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
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

/** Looks at the focused element. */
const lookAtFocus = (page: Page): Promise<FocusLook> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element) throw new Error('Nothing has the focus');
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const pixelOf = (colour: string): readonly [number, number, number, number] => {
      if (!canvas) throw new Error('No canvas');
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha];
    };
    const outlineOf = (node: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(node, pseudo);
      const colour = pixelOf(outlineColor);
      const isShown = outlineStyle !== 'none' && colour[3] === 255;
      return {
        colour,
        width: isShown ? Number.parseFloat(outlineWidth) : 0,
        offset: Number.parseFloat(outlineOffset),
      };
    };
    const ancestorsOf = (node: Element): Element[] =>
      node.parentElement ? [node.parentElement, ...ancestorsOf(node.parentElement)] : [];

    // A card shows the focus of its radio button, or of a link that is stretched over it.
    const card = element instanceof HTMLElement ? element.offsetParent : null;
    const [shown] = [
      { frame: element, ...outlineOf(element) },
      ...(card ? [{ frame: card, ...outlineOf(element, '::after') }] : []),
      ...ancestorsOf(element)
        .slice(0, 2)
        .map((frame) => ({ frame, ...outlineOf(frame) })),
      { frame: element, colour: [0, 0, 0, 0] as const, width: 0, offset: 0 },
    ].filter(({ width }, at, all) => width > 0 || at === all.length - 1);
    if (!shown) throw new Error('The last one is always left');
    const { frame, colour, width, offset } = shown;
    const before = document.querySelector('[data-focus-frame]');
    const isStale = before !== null && before !== frame && outlineOf(before).width > 0;
    before?.removeAttribute('data-focus-frame');
    frame.setAttribute('data-focus-frame', '');
    const ground = [...(offset < 0 ? [frame] : []), ...ancestorsOf(frame)]
      .map((node) => pixelOf(getComputedStyle(node).backgroundColor))
      .find(([, , , alpha]) => alpha === 255) ?? [255, 255, 255, 255];

    const box = frame.getBoundingClientRect();
    const view = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: window.innerHeight };
    // An absolute element is clipped by positioned ancestors only.
    let isAbsolute = getComputedStyle(frame).position === 'absolute';
    for (const node of ancestorsOf(frame)) {
      const { overflow, position } = getComputedStyle(node);
      if (isAbsolute && position === 'static') continue;
      isAbsolute = position === 'absolute';
      if (overflow === 'visible' || node === document.documentElement) continue;
      const clip = node.getBoundingClientRect();
      view.left = Math.max(view.left, clip.left);
      view.top = Math.max(view.top, clip.top);
      view.right = Math.min(view.right, clip.right);
      view.bottom = Math.min(view.bottom, clip.bottom);
    }
    const reach = width + offset;
    const sides = [
      box.left - reach >= view.left - 1,
      box.top - reach >= view.top - 1,
      box.right + reach <= view.right + 1,
      box.bottom + reach <= view.bottom + 1,
    ].filter(Boolean).length;

    const part = element.getClientRects()[0] ?? box;
    const hit = document.elementFromPoint(
      (Math.max(part.left, view.left) + Math.min(part.right, view.right)) / 2,
      (Math.max(part.top, view.top) + Math.min(part.bottom, view.bottom)) / 2,
    );
    const isSeen = hit && (frame.contains(hit) || hit.contains(element));

    return {
      html: element.outerHTML.slice(0, 160),
      width,
      outline: [colour[0], colour[1], colour[2]] as const,
      ground: [ground[0], ground[1], ground[2]] as const,
      isStale,
      sides,
      isTransparent: [frame, ...ancestorsOf(frame)].some((node) => getComputedStyle(node).opacity === '0'),
      cover: isSeen ? undefined : (hit?.outerHTML.slice(0, 120) ?? 'nothing is at its place'),
    };
  });

const problemsOf = ({
  html,
  width,
  outline,
  ground,
  isStale,
  sides,
  isTransparent,
  cover,
}: FocusLook): string[] =>
  [
    width < 2 && 'has no outline of 2 px',
    width >= 2 && contrast(outline, ground) < 3 && `has an outline of ${outline} on ${ground}`,
    isStale && 'comes after a stop that keeps its outline',
    sides < 3 && `shows ${sides} sides of its outline`,
    isTransparent && 'is transparent',
    cover && `is behind ${cover}`,
  ].flatMap((problem) => (problem ? `${html} ${problem}` : []));

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
    problems.push(...problemsOf(await lookAtFocus(page)));
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
