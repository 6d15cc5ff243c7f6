interface InputReplay {
  /** Stops capturing and repeats the captured input in order. */
  replay(): void;
}

type ChoiceControl = HTMLSelectElement | HTMLInputElement;

const isChoiceControl = (target: EventTarget | null): target is ChoiceControl =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox');

/** How to repeat a choice. The value is read now, because hydration resets the control to the prerendered value. */
const repeatChoice = (control: ChoiceControl): (() => void) => {
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

/** Whether the control's value differs from the one in the document. */
const isChanged = (control: ChoiceControl): boolean => {
  if (control instanceof HTMLInputElement) return control.checked !== control.defaultChecked;
  const options = [...control.options];
  // Without a default the browser selects the first option that it can.
  const initial =
    options.findLast((option) => option.defaultSelected) ?? options.find(({ disabled }) => !disabled);
  return control.selectedOptions[0] !== initial;
};

/**
 * Captures clicks on buttons, submits and choices on a prerendered page until React handles events. Links, typed text
 * and the browser's form validation need no script and are left alone.
 * @param onCapture called once for each captured input
 */
export const captureInput = (root: HTMLElement, onCapture: () => void): InputReplay => {
  const capturing = new AbortController();
  const repeats: (() => void)[] = [];
  const options = { capture: true, signal: capturing.signal };

  const capture = (event: Event, repeat: () => void): void => {
    event.preventDefault();
    // React listens on the same element.
    event.stopImmediatePropagation();
    repeats.push(repeat);
    onCapture();
  };

  // Choices made before this script ran: browsers without `blocking="render"` show the page earlier.
  for (const control of root.querySelectorAll('select, input')) {
    if (isChoiceControl(control) && isChanged(control)) {
      repeats.push(repeatChoice(control));
      onCapture();
    }
  }

  root.addEventListener(
    'click',
    (event) => {
      if (isChoiceControl(event.target)) event.stopImmediatePropagation();
      const button =
        event.target instanceof Element && event.target.closest<HTMLElement>('button:not([type=submit])');
      if (button) capture(event, () => button.click());
    },
    options,
  );
  root.addEventListener(
    'submit',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLFormElement) capture(event, () => target.requestSubmit());
    },
    options,
  );
  root.addEventListener(
    'input',
    (event) => {
      const { target } = event;
      if (isChoiceControl(target)) capture(event, repeatChoice(target));
    },
    options,
  );
  root.addEventListener(
    'change',
    (event) => {
      if (isChoiceControl(event.target)) event.stopImmediatePropagation();
    },
    options,
  );

  return {
    replay: () => {
      capturing.abort();
      for (const repeat of repeats) repeat();
    },
  };
};
