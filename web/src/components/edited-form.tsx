import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import { changedNames, editOf, type Json, rebase } from '#shared/contract/edits';
import { css } from '#styled-system/css';
import { ApiError } from '../lib/api/api-error.ts';
import type { FormDraft } from '../lib/forms/form-draft.ts';
import { fieldsOf, useSchemaForm } from '../lib/forms/use-schema-form.ts';
import { OptionCard } from './choices.tsx';
import { useFormDraft } from './draft-notice.tsx';
import { Notice } from './notice.tsx';
import { RadioCard } from './ui/radio-card.tsx';
import { Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

interface EditedField<Value, Input> {
  readonly label: string;
  readonly text: (value: Value) => string;
  /** The inputs for this field; by default the one of the same name. */
  readonly inputs?: readonly (keyof Input & string)[];
  /** Inputs of other fields that this value follows. */
  readonly follows?: readonly (keyof Input & string)[];
}

export type EditedFields<Shown, Input> = {
  readonly [Name in keyof Shown]: EditedField<Shown[Name], Input>;
};

export interface EditDraft<Shown, Input> {
  readonly values: Input;
  readonly shown: Shown;
}

export interface Conflict {
  readonly name: string;
  readonly label: string;
  readonly yours: string;
  readonly now: string;
  readonly choice: 'yours' | 'now' | undefined;
}

interface ConflictNoticeProps {
  readonly conflicts: readonly Conflict[];
  readonly isAsked: boolean;
  readonly onChoose: (name: string, choice: 'yours' | 'now') => void;
}

/** Shows both values of each field that was changed meanwhile, so that the person chooses (PRF-01). */
export const ConflictNotice = ({ conflicts, isAsked, onChoose }: ConflictNoticeProps) => {
  const notice = useRef<HTMLDivElement>(null);
  const shown = conflicts.map(({ name, now }) => `${name} ${now}`).join();
  // The focus moves again for a further conflict, and where a choice is missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say when.
  useEffect(() => notice.current?.focus(), [shown, isAsked]);
  return (
    <Notice
      ref={notice}
      tabIndex={-1}
      role="alert"
      status="warning"
      icon={TriangleAlert}
      className={asWideAsForm}
    >
      <Stack gap="3">
        <Text fontWeight="bold">This was changed meanwhile. Nothing of yours is lost.</Text>
        <Text>Please choose what is right, then save again.</Text>
        {conflicts.map(({ name, label, yours, now, choice }) => (
          <RadioCard.Root
            key={name}
            asChild
            value={choice ?? null}
            onValueChange={({ value }) => onChoose(name, value === 'yours' ? 'yours' : 'now')}
          >
            <fieldset>
              <legend className={css({ mb: '1.5', fontWeight: 'semibold' })}>{label}</legend>
              <Stack gap="2">
                {(['yours', 'now'] as const).map((value) => (
                  <OptionCard key={value} value={value}>
                    <Text as="span" color="fg" lineHeight="body" overflowWrap="anywhere">
                      {value === 'yours' ? 'Yours: ' : 'Now stored, changed meanwhile: '}
                      <strong>{value === 'yours' ? yours : now}</strong>
                    </Text>
                  </OptionCard>
                ))}
              </Stack>
              {isAsked && !choice && (
                <Text mt="1.5" color="danger.fg" fontWeight="medium">
                  Please choose one of the two
                </Text>
              )}
            </fieldset>
          </RadioCard.Root>
        ))}
      </Stack>
    </Notice>
  );
};

const asWideAsForm = css({ '& > div': { flex: '1', minWidth: '0' } });

const areSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changedMeanwhile';

const withNames = <Values extends object>(values: Values, names: readonly string[]): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<Values>;

/** The touched fields, and the stored values that were shown for them. */
export type EditOf<Shown, Next> = Partial<Next> & { readonly shown: Partial<Shown> };

interface EditFormOptions<Shown extends object, Input extends FieldValues, Output> {
  readonly stored: Shown;
  readonly toInput: (shown: Shown) => Input;
  readonly fields: EditedFields<Shown, Input>;
  readonly schema?: z.ZodMiniType<Output, Input>;
  readonly draft?: FormDraft<EditDraft<Shown, Input>>;
}

interface ConflictOf<Input> extends Conflict {
  readonly typed: Partial<Input>;
}

/**
 * A form that edits stored values (PRF-01). It sends touched fields, each with the value that was shown. Untouched
 * fields follow the stored values. A touched field keeps the shown value, so that a change elsewhere is never
 * overwritten unseen: both values are then shown, and the typed text stays.
 */
export const useEditForm = <Shown extends object, Input extends FieldValues, Output = Input>({
  stored,
  toInput,
  fields,
  schema,
  draft,
}: EditFormOptions<Shown, Input, Output>) => {
  const [shown, setShown] = useState(() => draft?.read()?.shown ?? stored);
  const [conflicts, setConflicts] = useState<readonly ConflictOf<Input>[]>([]);
  const [isAsked, setIsAsked] = useState(false);
  const sent = useRef<object>({});
  const initial: Input = draft?.read()?.values ?? toInput(shown);
  const form = useSchemaForm<Input, Output>(schema, initial as DefaultValues<Input>);

  const saved = useMemo(() => toInput(shown), [toInput, shown]);
  const editDraft = useMemo(
    (): FormDraft<Input> => ({
      read: () => draft?.read()?.values,
      keep: (values) => draft?.keep({ values, shown }),
      forget: () => draft?.forget(),
    }),
    [draft, shown],
  );
  const { isRestored, settle } = useFormDraft(form, saved, editDraft);

  const names = Object.keys(fields);
  const known: object = fields;
  const jsonOf = (values: object, name: string): Json => Reflect.get(values, name);
  const fieldNamed = (name: string): EditedField<unknown, Input> => Reflect.get(known, name);
  const inputsOf = (input: Input, name: string) => withNames(input, fieldNamed(name).inputs ?? [name]);
  const isTouched = (name: string) => {
    const inputs = [...(fieldNamed(name).inputs ?? [name]), ...(fieldNamed(name).follows ?? [])];
    return !areSame(withNames(form.getValues(), inputs), withNames(saved, inputs));
  };
  const enter = (values: Partial<Input>): void => {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<Input>, value, { shouldValidate: form.formState.isSubmitted });
  };

  const refusedBy = (error: ApiError): string[] => names.filter((name) => name in error.stored);

  const storedText = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is stored.
  useEffect(() => {
    const moved = changedNames(shown, stored).filter((name) => !isTouched(name));
    if (moved.length === 0) return;
    const now = { ...shown, ...withNames(stored, moved) };
    for (const name of moved) enter(inputsOf(toInput(now), name));
    setShown(now);
  }, [storedText]);

  const choose = (name: string, choice: 'yours' | 'now'): void => {
    const chosen = conflicts.find((one) => one.name === name);
    if (!chosen || chosen.choice === choice) return;
    const typed = choice === 'now' ? inputsOf(form.getValues(), name) : chosen.typed;
    if (choice === 'now') enter(inputsOf(saved, name));
    else if (chosen.choice === 'now') enter(typed);
    setConflicts(conflicts.map((one) => (one.name === name ? { ...one, choice, typed } : one)));
  };

  return {
    form,
    field: fieldsOf(form),
    shown,
    isRestored,
    startOver: () => {
      setShown(stored);
      setConflicts([]);
      settle(toInput(stored));
    },
    settle: (now: Shown): void => {
      setShown(now);
      setConflicts([]);
      settle(toInput(now));
    },
    /** Sends the touched fields after a choice in every conflict. @param onUnchanged called without touched fields */
    save: <Next extends object>(
      next: Next,
      send: (edit: EditOf<Shown, Next>) => void,
      onUnchanged: () => void,
    ): void => {
      setIsAsked(conflicts.some(({ choice }) => !choice));
      if (conflicts.some(({ choice }) => !choice)) return;
      sent.current = next;
      const edit = editOf(shown, withNames(next, names.filter(isTouched)));
      if (Object.keys(edit).length > 1) send(edit);
      else onUnchanged();
    },
    /** Whether `onFailed` shows the error. */
    isShown: (error: unknown): boolean => isConflict(error) && refusedBy(error).length > 0,
    /** Shows both values of the fields whose edit was refused. */
    onFailed: (error: unknown): void => {
      if (!isConflict(error)) return;
      const values = form.getValues();
      const refused = refusedBy(error);
      setShown({ ...shown, ...withNames(error.stored, refused) });
      setIsAsked(false);
      setConflicts(
        refused.map((name) => {
          const { label, text } = fieldNamed(name);
          const [wanted, now] = [jsonOf(sent.current, name), jsonOf(error.stored, name)];
          const yours = rebase(now, jsonOf(shown, name), wanted);
          const typed =
            yours === wanted ? inputsOf(values, name) : inputsOf(toInput({ ...shown, [name]: yours }), name);
          if (yours !== wanted) enter(typed);
          return { name, label, yours: text(yours), now: text(now), choice: undefined, typed };
        }),
      );
    },
    conflict:
      conflicts.length > 0 ? (
        <ConflictNotice conflicts={conflicts} isAsked={isAsked} onChoose={choose} />
      ) : null,
  };
};
