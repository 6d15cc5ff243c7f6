interface HeldInput {
  /** Does again, in order, what was pressed and chosen; from now on nothing is held. */
  release(): void;
}

const isChoice = (target: EventTarget | null): target is HTMLSelectElement | HTMLInputElement =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox');

/** How to make a choice again. Read now: when the site takes the control over, it shows the old one. */
const againOf = (control: HTMLSelectElement | HTMLInputElement): (() => void) => {
  if (control instanceof HTMLSelectElement) {
    const { value } = control;
    return () => {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  const { checked } = control;
  return () => {
    control.checked = !checked;
    control.click();
  };
};

/** Whether a choice was made in a control since its document came. */
const isChanged = (control: HTMLSelectElement | HTMLInputElement): boolean => {
  if (control instanceof HTMLInputElement) return control.checked !== control.defaultChecked;
  const { options, selectedIndex } = control;
  return !options[selectedIndex]?.defaultSelected;
};

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

  // Not every browser waits with a page for the script that listens here.
  for (const control of root.querySelectorAll('select, input')) {
    if (isChoice(control) && isChanged(control)) {
      held.push(againOf(control));
      onHeld();
    }
  }

  root.addEventListener(
    'click',
    (event) => {
      if (isChoice(event.target)) event.stopImmediatePropagation();
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
    'input',
    (event) => {
      const { target } = event;
      if (isChoice(target)) keep(event, againOf(target));
    },
    whileHolding,
  );
  root.addEventListener(
    'change',
    (event) => {
      if (isChoice(event.target)) event.stopImmediatePropagation();
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
