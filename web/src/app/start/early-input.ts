// What is typed and pressed on a prerendered page before React handles it. README.md describes the start.

type ChoiceControl = HTMLSelectElement | HTMLInputElement;
type TextControl = HTMLInputElement | HTMLTextAreaElement;
/** What is in the fields of a form, and whether its boxes are ticked. */
type Contents = ReadonlyMap<Element, string | boolean>;

const isCheckBox = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

const isChoiceControl = (target: EventTarget | null): target is ChoiceControl =>
  target instanceof HTMLSelectElement || isCheckBox(target);

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !isCheckBox(target));

/**
 * Ticks a box as if it were pressed now, or takes the tick away. What was entered since may have disabled it, and nothing happens
 * at a press of such a box.
 */
const tick = (box: HTMLInputElement, checked: boolean): void => {
  const { disabled } = box;
  box.disabled = false;
  box.checked = !checked;
  box.click();
  box.disabled = disabled;
};

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
  return () => tick(control, checked);
};

/** Whether the control's value differs from the one in the document. */
const isChanged = (control: ChoiceControl | TextControl): boolean => {
  if (isCheckBox(control)) return control.checked !== control.defaultChecked;
  if (isTextControl(control)) return control.value !== control.defaultValue;
  const options = [...control.options];
  // Without a default the browser selects the first option that it can.
  const initial =
    options.findLast((option) => option.defaultSelected) ?? options.find(({ disabled }) => !disabled);
  return control.selectedOptions[0] !== initial;
};

/**
 * Enters a text as if it were typed now: a form that React has hydrated has emptied its fields, or does not know what is in
 * them.
 */
const repeatText = (control: TextControl, text: string): void => {
  if (!control.isConnected) return;
  // React ignores an event without a change. It notes what is set on the element, and not what the prototype sets.
  control.value = text === '' ? control.defaultValue : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
};

const contentsOf = (form: HTMLElement): Map<Element, string | boolean> =>
  new Map(
    [...form.querySelectorAll<TextControl>('input, textarea')].map((control) => [
      control,
      isCheckBox(control) ? control.checked : control.value,
    ]),
  );

/** Enters what is not in the fields yet. */
const enterContents = (contents: Contents): void => {
  for (const [control, content] of contents)
    if (isCheckBox(control)) tick(control, content === true);
    else if (isTextControl(control) && control.value !== content) repeatText(control, String(content));
};

/** `documentScript` also notes what has no content to enter, such as buttons: the later contents say what counts. */
const areSame = (contents: Contents, later: Contents): boolean =>
  [...later].every(([control, content]) => contents.get(control) === content);

/**
 * Ends after all that is due in this task. Another task would let a key come between, which would be typed into fields whose
 * contents are about to be entered.
 */
const endOfTask = async (): Promise<void> => {
  for (let step = 0; step < 100; step += 1) await undefined;
};

/**
 * Has React hydrate every boundary of the page that has a field: it hydrates inner ones later, but at once when a key event
 * reaches them. Hydrated by the event of a text, a field would be emptied, or the text would count as known.
 */
const hydrateFields = (root: HTMLElement): void => {
  for (const control of root.querySelectorAll('input, textarea'))
    control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
};

/**
 * Returns how to select again what is selected in a field now. An input of emails does not say what is: there all of it or
 * nothing is selected again.
 */
const keepSelection = (): (() => void) | undefined => {
  const { activeElement: control } = document;
  if (!isTextControl(control)) return undefined;
  const { selectionStart, selectionEnd, value } = control;
  const isWhole = selectionStart === null && value !== '' && document.getSelection()?.toString() === value;
  return () => {
    if (document.activeElement !== control) return;
    if (isWhole) control.select();
    else if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  };
};

/** A link to another page or view of this site that opens in this tab, as a press of it says. */
const leavingLink = (event: Event): HTMLAnchorElement | undefined => {
  if (!(event instanceof MouseEvent && event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  const isOther = link && link.origin === location.origin && link.target === '';
  if (!isOther || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  return link.pathname + link.search === location.pathname + location.search ? undefined : link;
};

const press = (target: HTMLElement): void => {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.click();
};

declare global {
  interface Window {
    /**
     * What was pressed before this script ran: buttons, and forms that were submitted, with what was in their fields
     * (`documentScript`).
     */
    earlyPresses?: [target: HTMLElement, contents: Contents][] | undefined;
    /** Resolves at the first use of the page (`documentScript`). */
    firstUse: Promise<void>;
  }
}

interface Step {
  readonly repeat: () => void;
  /** A page has at most one form that adds to a list. */
  readonly added?: { readonly form: HTMLElement; readonly contents: Contents } | undefined;
}

interface EarlyInput {
  /** Notes what is in the fields: browsers fill some in without an event. To be called before the hydration. */
  noteTexts(): void;
  /** Notes what is selected. To be called in the task of the hydration, before the fields are emptied. */
  noteSelection(): void;
  /** Stops capturing what is typed, and enters it. To be called in the task of the hydration, before the next key. */
  repeatTexts(): void;
  /**
   * Stops capturing presses and choices, and repeats them in order. A form with `data-adds` adds what is in its fields to a
   * list: its presses are repeated with the contents of their time, since the next ones were entered into the same fields.
   */
  repeatPresses(): Promise<void>;
}

/**
 * Captures clicks on buttons, submits, choices and typed text on a prerendered page until React handles events. Links need no
 * script and are left alone, unless a text was typed: another document would lose it. So is the browser's form validation.
 * @param onCapture called for each captured input
 */
export const captureInput = (root: HTMLElement, onCapture: () => void): EarlyInput => {
  const [typing, pressing] = [new AbortController(), new AbortController()];
  const texts = new Map<TextControl, string>();
  const ticks = new Map<Element, boolean>();
  const steps: Step[] = [];
  let selectAgain: (() => void) | undefined;
  let lastPressed: HTMLElement | undefined;

  const lastAdded = () => steps.findLast(({ added }) => added)?.added;
  const addPress = (target: HTMLElement, contents: Contents = contentsOf(target)): void => {
    const added = 'adds' in target.dataset ? { form: target, contents } : undefined;
    const before = added && lastAdded();
    // Whoever waits presses again: that is one press.
    const isRepeated = before ? areSame(before.contents, contents) : target === lastPressed;
    if (!isRepeated) steps.push({ repeat: () => press(target), added });
    lastPressed = target;
    onCapture();
  };
  const addChoice = (control: ChoiceControl): void => {
    steps.push({ repeat: repeatChoice(control) });
    if (isCheckBox(control)) ticks.set(control, control.checked);
    lastPressed = undefined;
    onCapture();
  };
  const noteTexts = (): void => {
    for (const control of root.querySelectorAll('input, textarea'))
      if (isTextControl(control) && isChanged(control)) texts.set(control, control.value);
  };

  // Before this script ran: complete pages load it at their first use, and browsers without `blocking="render"` show pages earlier.
  for (const control of root.querySelectorAll('select, input'))
    if (isChoiceControl(control) && isChanged(control)) addChoice(control);
  noteTexts();
  if (texts.size > 0) onCapture();
  for (const [target, contents] of window.earlyPresses ?? []) addPress(target, contents);
  // Ends the script that kept them.
  window.earlyPresses = undefined;

  const listen = (type: string, { signal }: AbortController, handle: (event: Event) => void): void =>
    root.addEventListener(type, handle, { capture: true, signal });
  /** React listens on the same element. */
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  listen('click', pressing, (event) => {
    if (isChoiceControl(event.target)) event.stopImmediatePropagation();
    const button =
      event.target instanceof Element && event.target.closest<HTMLElement>('button:not([type=submit])');
    const target = button || (texts.size > 0 && leavingLink(event));
    if (!target) return;
    stop(event);
    addPress(target);
  });
  listen('submit', pressing, (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    stop(event);
    addPress(event.target);
  });
  listen('input', pressing, (event) => {
    if (!isChoiceControl(event.target)) return;
    stop(event);
    addChoice(event.target);
  });
  listen('change', pressing, (event) => {
    if (isChoiceControl(event.target)) event.stopImmediatePropagation();
  });
  listen('input', typing, (event) => {
    if (!isTextControl(event.target)) return;
    event.stopImmediatePropagation();
    texts.set(event.target, event.target.value);
    lastPressed = undefined;
    onCapture();
  });

  return {
    noteTexts,
    noteSelection: () => {
      selectAgain = keepSelection();
    },
    repeatTexts: () => {
      typing.abort();
      // A program that moves the focus has React hydrate within the field's `change`, and selects after that.
      const selections = [keepSelection(), selectAgain];
      hydrateFields(root);
      for (const [control, text] of texts) repeatText(control, text);
      for (const select of selections) select?.();
    },
    repeatPresses: async () => {
      pressing.abort();
      const last = lastAdded();
      const shown = last && contentsOf(last.form);
      // The hydration may have changed the boxes.
      for (const [box, checked] of ticks) if (shown?.has(box)) shown.set(box, checked);
      for (const { repeat, added } of steps) {
        if (added) enterContents(added.contents);
        repeat();
        // The form adds, and empties its fields, after its asynchronous check.
        if (added) await endOfTask();
        // Entered since, and not yet added: another press may send that too.
        if (shown && added === last && !areSame(added.contents, shown)) enterContents(shown);
      }
    },
  };
};
