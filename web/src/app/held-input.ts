interface HeldInput {
  /** Does again, in order, what was pressed and chosen; from now on nothing is held. */
  release(): void;
}

/**
 * Keeps what a visitor presses and chooses on a built page until the site's scripts listen. Links work as they are, what
 * is typed stays in its field, and the browser itself refuses a form that is not filled in.
 * @param onHeld called with each thing kept
 */
export const holdInput = (root: HTMLElement, onHeld: () => void): HeldInput => {
  const holding = new AbortController();
  const held: (() => void)[] = [];
  const whileHolding = { capture: true, signal: holding.signal };

  const keep = (event: Event, again: () => void): void => {
    event.preventDefault();
    // The site listens on the same element.
    event.stopImmediatePropagation();
    held.push(again);
    onHeld();
  };

  root.addEventListener(
    'click',
    (event) => {
      const pressed =
        event.target instanceof Element && event.target.closest<HTMLElement>('button:not([type=submit])');
      if (pressed) keep(event, () => pressed.click());
    },
    whileHolding,
  );
  root.addEventListener(
    'submit',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLFormElement) keep(event, () => target.requestSubmit());
    },
    whileHolding,
  );
  root.addEventListener(
    'change',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLSelectElement) {
        const { value } = target;
        keep(event, () => {
          target.value = value;
          target.dispatchEvent(new Event('change', { bubbles: true }));
        });
      } else if (target instanceof HTMLInputElement && target.type === 'checkbox') {
        const { checked } = target;
        keep(event, () => {
          target.checked = !checked;
          target.click();
        });
      }
    },
    whileHolding,
  );

  return {
    release: () => {
      holding.abort();
      for (const again of held) again();
    },
  };
};
