const controls = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)';

/** Focuses the first control in an element, as browsers do in their own dialogs. @returns it, if there is one */
export const focusFirst = (content: Element | null): HTMLElement | null => {
  const first = content?.querySelector<HTMLElement>(controls) ?? null;
  first?.focus({ preventScroll: true });
  return first;
};
