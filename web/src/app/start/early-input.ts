// Captures and repeats input on a prerendered page from before React handles it. README.md describes the start.

type ChoiceControl = HTMLSelectElement | HTMLInputElement;
type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Contents = ReadonlyMap<Element, string | boolean>;

const isCheckBox = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

const isChoiceControl = (target: EventTarget | null): target is ChoiceControl =>
  target instanceof HTMLSelectElement || isCheckBox(target);

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !isCheckBox(target));

/** Presses a box to set it. A text that was repeated before may have disabled the box, and then a press has no effect. */
const tick = (box: HTMLInputElement, checked: boolean): void => {
  const { disabled } = box;
  box.disabled = false;
  box.checked = !checked;
  box.click();
  box.disabled = disabled;
};

/** The value is read now, because hydration resets the control to the prerendered value. */
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

const isChanged = (control: ChoiceControl | TextControl): boolean => {
  if (isCheckBox(control)) return control.checked !== control.defaultChecked;
  if (isTextControl(control)) return control.value !== control.defaultValue;
  const options = [...control.options];
  // Without a default the browser selects the first option that it can.
  const initial =
    options.findLast((option) => option.defaultSelected) ?? options.find(({ disabled }) => !disabled);
  return control.selectedOptions[0] !== initial;
};

/** Enters a text like a person's: React's hydration has emptied the field, or has not noticed its text. */
const repeatText = (control: TextControl, text: string): void => {
  if (!control.isConnected) return;
  // React ignores an event without a change. It notices a value set on the element, but not by the prototype's setter.
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

const enterContents = (contents: Contents): void => {
  for (const [control, content] of contents)
    if (isCheckBox(control)) tick(control, content === true);
    else if (isTextControl(control) && control.value !== content) repeatText(control, String(content));
};

/** `documentScript` also notes controls without contents, such as buttons, so only the later contents are compared. */
const areSame = (contents: Contents, later: Contents): boolean =>
  [...later].every(([control, content]) => contents.get(control) === content);

/** Ends in this task, after all that is due in it: in another one, a key could be typed into fields that are about to be filled. */
const endOfTask = async (): Promise<void> => {
  for (let step = 0; step < 100; step += 1) await undefined;
};

// Has React hydrate every boundary with a field: a key event makes it do so at once. If the event of a text did it, the field would
// be emptied, or React would think that it knows the text.
const hydrateFields = (root: HTMLElement): void => {
  for (const control of root.querySelectorAll('input, textarea'))
    control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
};

/** Returns a function that restores the focused field's selection; an email input only tells whether all its text is selected. */
const captureSelection = (): (() => void) | undefined => {
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
    /** What was pressed before this script ran (`documentScript`): buttons, and submitted forms with their contents. */
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
  /** Notes texts that the browser filled in without an event. Call it before the hydration. */
  noteTexts(): void;
  /** Call it in the task of the hydration, before the fields are emptied. */
  noteSelection(): void;
  /** Stops capturing texts and enters them. Call it in the task of the hydration, before the next key. */
  repeatTexts(): void;
  /** Stops capturing and repeats presses and choices in order; with `data-adds`, each with the contents of its time. */
  repeatPresses(): Promise<void>;
}

/**
 * Captures clicks on buttons, submits, choices and typed text on a prerendered page until React handles events. Links
 * need no script and work as they are, unless a typed text would be lost. The browser validates forms as usual.
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
    // An impatient person presses again, which counts as one press.
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

  // These were changed before this script ran: complete pages load it at their first use, and browsers without
  // `blocking="render"` show pages earlier.
  for (const control of root.querySelectorAll('select, input'))
    if (isChoiceControl(control) && isChanged(control)) addChoice(control);
  noteTexts();
  if (texts.size > 0) onCapture();
  for (const [target, contents] of window.earlyPresses ?? []) addPress(target, contents);
  // This ends the capture of `documentScript`.
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
      selectAgain = captureSelection();
    },
    repeatTexts: () => {
      typing.abort();
      // When a program moves the focus, React hydrates within the field's `change` and selects after that.
      const selections = [captureSelection(), selectAgain];
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
        // The form adds, and empties its fields, after an asynchronous check.
        if (added) await endOfTask();
        // This was entered later and is not yet added: another press may send it.
        if (shown && added === last && !areSame(added.contents, shown)) enterContents(shown);
      }
    },
  };
};
