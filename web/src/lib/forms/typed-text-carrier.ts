import { tryStorage } from '../browser/try-storage.ts';
import { getSignIn, onSignInChange } from '../sign-in/sign-in.ts';
import { hasStoredTokens } from '../sign-in/stored-tokens.ts';

/** Passwords and files are not carried. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlSelector =
  'input:not([type=password], [type=file], [type=hidden], [type=submit]), textarea, select';

const isTick = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

const contentOf = (control: Control): string | boolean => (isTick(control) ? control.checked : control.value);

const nameOf = (control: Control): string => {
  const name = control.name || control.labels?.[0]?.textContent || control.getAttribute('aria-label') || '';
  return control.type === 'radio' ? `${name}=${control.value}` : name;
};

/** The controls of the page and of each of its dialogs, by names that a reload does not change. */
const findGroups = (): {
  readonly title: string | null;
  readonly controls: ReadonlyMap<string, Control>;
}[] => {
  const groups = new Map<Element | null, Map<string, Control>>();
  for (const control of document.querySelectorAll<Control>(controlSelector)) {
    const dialog = control.closest('[role=dialog], [role=alertdialog]');
    const controls = groups.get(dialog) ?? new Map<string, Control>();
    groups.set(dialog, controls);
    const name = nameOf(control);
    let number = 1;
    while (controls.has(`${name} ${number}`)) number += 1;
    controls.set(`${name} ${number}`, control);
  }
  return [...groups].map(([dialog, controls]) => ({
    title:
      dialog && (document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''),
    controls,
  }));
};

interface Carried {
  readonly storageKey: string;
  readonly typed: WeakSet<EventTarget>;
  readonly drafts: ReadonlyMap<string, () => Readonly<Record<string, unknown>>>;
}

interface FieldGroup {
  readonly title: string | null;
  readonly fields: readonly {
    readonly name: string;
    readonly value: string | boolean;
    readonly isTyped: boolean;
  }[];
}

/** The version before has written what this version reads: fields may be added, never changed. */
interface HandOver {
  readonly path: string;
  /** The account of the person who typed; null for a visitor. */
  readonly userId: string | null;
  readonly drafts: Record<string, Record<string, unknown>>;
  readonly groups: readonly FieldGroup[];
}

/** Sets a value in the way a person does it, because React ignores other changes. */
const enter = (control: Control, value: string | boolean): void => {
  if (typeof value === 'boolean') {
    if (contentOf(control) !== value) control.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
};

type Group = ReturnType<typeof findGroups>[number];

/** Whether a dialog has the same fields, and the same values in those that nobody changed. */
const isSameDialog = ({ controls }: Group, { fields }: FieldGroup): boolean =>
  controls.size === fields.length &&
  fields.every(({ name, value, isTyped }) => {
    const control = controls.get(name);
    return control !== undefined && (isTyped || contentOf(control) === value);
  });

const currentUser = (): string | null => {
  const signIn = getSignIn();
  return signIn.status === 'signedIn' ? signIn.userId : null;
};

export const createCarrier = ({ storageKey, typed, drafts }: Carried) => {
  let handedOver = tryStorage((): HandOver | undefined => {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? undefined : JSON.parse(text);
  });
  let isReloading = false;

  /** Undefined while it is unknown who is here. Another person's sign-in or a logout removes the texts. */
  const read = (): HandOver | undefined => {
    const isKnown = getSignIn().status !== 'restoring' || !hasStoredTokens();
    if (isKnown && currentUser() !== handedOver?.userId) handedOver = undefined;
    return isKnown ? handedOver : undefined;
  };
  onSignInChange(read);

  const collectFields = (): FieldGroup[] =>
    findGroups()
      .map(({ title, controls }) => ({
        title,
        fields: [...controls].map(([name, control]) => ({
          name,
          value: contentOf(control),
          isTyped: typed.has(control),
        })),
      }))
      .filter(({ fields }) => fields.some(({ isTyped }) => isTyped));

  return {
    takeDraft: (kind: string, key: string): unknown => {
      const ofKind = read()?.drafts[kind];
      const draft = ofKind?.[key];
      delete ofKind?.[key];
      return draft;
    },

    isReloading: () => isReloading,

    /** Where storage is blocked, the browser asks before the reload. */
    store: (): void => {
      const before = read()?.drafts;
      const handOver: HandOver = {
        path: window.location.pathname,
        userId: currentUser(),
        drafts: {
          ...before,
          ...Object.fromEntries(
            [...drafts].map(([kind, readDrafts]) => [kind, { ...before?.[kind], ...readDrafts() }]),
          ),
        },
        groups: collectFields(),
      };
      tryStorage(() => {
        sessionStorage.setItem(storageKey, JSON.stringify(handOver));
        isReloading = true;
      });
    },

    /** Enters each text once: when its field is rendered and has no newer text, and it is known who is here. */
    enterAgain: (): void => {
      const entered = new Set<object>();
      const enterAll = (): void => {
        const handOver = read();
        const left = (handedOver?.groups ?? []).flatMap((group) =>
          group.fields
            .filter((field) => field.isTyped && !entered.has(field))
            .map((field) => ({ group, field })),
        );
        if (left.length === 0) observer.disconnect();
        if (window.location.pathname !== handOver?.path) return;
        const shown = findGroups();
        for (const { group, field } of left) {
          const same = shown.find(
            (other) => other.title === group.title && (group.title === null || isSameDialog(other, group)),
          );
          const control = same?.controls.get(field.name);
          if (!control || control.disabled) continue;
          const isNewer = typed.has(control);
          if (!isNewer && contentOf(control) !== field.value) enter(control, field.value);
          // A select may not have the option yet.
          if (isNewer || contentOf(control) === field.value) entered.add(field);
        }
      };
      // Effects that set the values of new fields run first.
      const observer = new MutationObserver(() => requestAnimationFrame(() => setTimeout(enterAll)));
      observer.observe(document.body, { childList: true, subtree: true });
      enterAll();
    },
  };
};
